import { useEffect, useState } from 'react'
import css from './editor-bar.module.css'
import { type Status, statusOf } from './model/editor-state.ts'
import type { Titled } from './model/text-rules.ts'
import type { EditorSession } from './session/editor-session.ts'
import { useEditorState } from './session/use-editor.ts'

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
export function SaveState<Text extends Titled>({ session }: { session: EditorSession<Text> }) {
  const status = useEditorState(session, statusOf)
  return (
    <>
      <p className={`${css.state} meta`} data-state={status}>
        {words[status]}
        {status === 'unsaved' && <span className={css.label}>, saves by itself</span>}
      </p>
      <SavedOnDemand session={session} isSaved={status === 'saved'} />
    </>
  )
}

/** Reads out that it is saved to whoever has asked for it. */
function SavedOnDemand<Text extends Titled>({
  session,
  isSaved,
}: {
  session: EditorSession<Text>
  isSaved: boolean
}) {
  const asks = useEditorState(session, (state) => state.asks)
  const [told, setTold] = useState(asks)
  const isNews = isSaved && asks > told
  useEffect(() => {
    if (!isSaved) setTold(session.read().asks)
  }, [isSaved, session])
  return (
    <span className="sr" role="status">
      {isNews && 'Saved'}
    </span>
  )
}
