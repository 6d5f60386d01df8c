import { useLingui } from '@lingui/react/macro'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { letterOf } from '#web/browser/letter-of.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { type EditorSession, now } from './editor-session.ts'
import type { EditorState } from './session-state.ts'

/** Undefined until the session is ready. `recoveredTitle` is the title of the toast that announces recovered text. */
export function useSession<Text>(start: () => Promise<EditorSession<Text>>, recoveredTitle: string) {
  const { t } = useLingui()
  const [session, setSession] = useState<EditorSession<Text>>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, because the session receives later changes itself
  useEffect(() => {
    const pendingSession = start()
    void pendingSession.then((startedSession) => {
      setSession(startedSession)
      if (startedSession.isRecovered)
        showToast({ title: recoveredTitle, description: t`They were stored in this browser.` })
    })
    return () => {
      setSession(undefined)
      void pendingSession.then((startedSession) => startedSession.close())
    }
  }, [])
  return session
}

/** Selects part of the editor state. `select` must return the same object while its selection is unchanged. */
export const useEditorState = <Text, Selected>(
  session: EditorSession<Text>,
  select: (state: EditorState<Text>) => Selected,
) => useSyncExternalStore(session.subscribe, () => select(session.read()))

/** Ctrl or Cmd with S, Z, Y or Shift+Z: save, undo, redo. Inactive while a dialog is open. */
export function useEditorKeys<Text>(session: EditorSession<Text>) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const type = commandOf(event)
      if (!type) return
      const isBehindDialog = document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
      // The text fields of a dialog have the browser's undo.
      if (isBehindDialog && type !== 'saveRequested') return
      event.preventDefault()
      if (!isBehindDialog) session.dispatch({ type, at: now() })
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [session])
}

function commandOf(event: KeyboardEvent) {
  const { shiftKey, altKey, ctrlKey, metaKey } = event
  if (altKey || ctrlKey === metaKey) return undefined
  const key = letterOf(event)
  if (key === 's' && !shiftKey) return 'saveRequested'
  if (key === 'z') return shiftKey ? 'redone' : 'undone'
  return key === 'y' && !shiftKey ? 'redone' : undefined
}
