import { useEffect } from 'react'
import type { Titled } from '../model/text-rules.ts'
import { type EditorSession, now } from './editor-session.ts'

/** Ctrl or Cmd with S saves, with Z undoes, with Y or Shift+Z redoes; not behind an open dialog. */
export function useEditorKeys<Text extends Titled>(session: EditorSession<Text>) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const type = commandOf(event)
      if (!type) return
      event.preventDefault()
      if (!document.querySelector('[role="dialog"], [role="alertdialog"]')) {
        session.dispatch({ type, at: now() })
      }
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [session])
}

function commandOf(event: KeyboardEvent) {
  const { shiftKey, altKey, ctrlKey, metaKey } = event
  if (altKey || ctrlKey === metaKey) return undefined
  const letter = letterOf(event)
  if (letter === 's' && !shiftKey) return 'saveAsked'
  if (letter === 'z') return shiftKey ? 'redone' : 'undone'
  return letter === 'y' && !shiftKey ? 'redone' : undefined
}

/** Other scripts have other letters on the same keys. */
const letterOf = ({ key, code }: KeyboardEvent) =>
  /^[a-z]$/i.test(key) ? key.toLowerCase() : code.replace(/^Key/, '').toLowerCase()
