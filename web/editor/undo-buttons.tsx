import { Redo2, Undo2 } from 'lucide-react'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Tip, Tips } from '#web/ui/controls/tooltip.tsx'
import type { Titled } from './model/text-rules.ts'
import { canRedo, canUndo } from './model/undo-history.ts'
import { type EditorSession, now } from './session/editor-session.ts'
import { useEditorState } from './session/use-editor.ts'

const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)
const command = isApple ? '⌘' : 'Ctrl+'

export function UndoButtons<Text extends Titled>({ session }: { session: EditorSession<Text> }) {
  const back = useEditorState(session, ({ history }) => canUndo(history))
  const forth = useEditorState(session, ({ history }) => canRedo(history))
  return (
    <Tips>
      <Tip label={`Undo (${command}Z)`}>
        <IconButton
          aria-label="Undo"
          disabled={!back}
          onClick={() => session.dispatch({ type: 'undone', at: now() })}
        >
          <Undo2 className="ico" aria-hidden="true" />
        </IconButton>
      </Tip>
      <Tip label={`Redo (${command}${isApple ? '⇧Z' : 'Y'})`}>
        <IconButton
          aria-label="Redo"
          disabled={!forth}
          onClick={() => session.dispatch({ type: 'redone', at: now() })}
        >
          <Redo2 className="ico" aria-hidden="true" />
        </IconButton>
      </Tip>
    </Tips>
  )
}
