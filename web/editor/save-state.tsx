import type { EditorSession } from './editor-session.ts'
import { type Status, statusOf } from './editor-state.ts'
import { useEditorState } from './use-editor.ts'

const words: Record<Status, string> = {
  saved: 'Saved',
  saving: 'Saving…',
  unsaved: 'Unsaved',
  offline: 'Offline',
  'no-title': 'A project needs a title',
  'too-long': 'Not saved',
  conflict: 'Not saved',
  failed: 'Not saved',
  refused: 'Not saved',
  'signed-out': 'Not saved',
  gone: 'Not saved',
}

/** A box and a word. It changes with every pause, so it is not read out: the notices are. */
export function SaveState({ session }: { session: EditorSession }) {
  const status = useEditorState(session, statusOf)
  return (
    <p className="state meta" data-state={status}>
      {words[status]}
      {status === 'unsaved' && <span className="lbl">, saves by itself</span>}
    </p>
  )
}
