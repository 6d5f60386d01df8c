import { useEffect } from 'react'
import type { EditorSession } from './editor-session.ts'
import { type EditorState, statusOf } from './editor-state.ts'
import { isCarried } from './send-save.ts'

/** Asks before the tab is closed over words that are neither kept here nor can be sent while it closes. */
export function usePageGuard(session: EditorSession) {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (!session.isDirty()) return
      // An event of our own asks whether there is anything to lose.
      if (!event.isTrusted || mustAsk(session.read())) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [session])
}

function mustAsk(state: EditorState) {
  const isOnItsWay = ['unsaved', 'saving'].includes(statusOf(state))
  return state.isUnkept || !isOnItsWay || !isCarried(JSON.stringify(state.text))
}
