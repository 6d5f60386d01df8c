import { Button } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import css from './editor-notice.module.css'
import type { EditorState } from './model/editor-state.ts'
import { bytesOver } from './model/project-text.ts'
import { noticeAmong, SignInAndGoOn, TryAgain } from './notice-parts.tsx'
import { SaveAsNew } from './save-as-new.tsx'
import { type EditorProps, useEditorState } from './session/use-editor.ts'

type Props = EditorProps & { onCompare: () => void }

/** What keeps the text from being saved, and what can be done about it. It is read out when it comes. */
export function EditorNotice(props: Props) {
  const { session } = props
  const kind = useEditorState(session, noticeOf)
  const isUnkept = useEditorState(session, (state) => state.isUnkept)
  const isAsideRefused = useEditorState(session, (state) => state.isAsideRefused)
  return (
    <div role="status">
      {kind && <div className={css.notice}>{notices[kind](props)}</div>}
      {isAsideRefused && (
        <div className={css.notice}>
          <p>
            Nothing was replaced: this browser has no room to put your text aside. Keep it by saving it, or
            copy it first; a text that was saved stays under Earlier Versions.
          </p>
        </div>
      )}
      {isUnkept && (
        <div className={css.notice}>
          <p>This browser keeps no copy here: until it is saved, your text is only in this tab.</p>
        </div>
      )}
    </div>
  )
}

const noticeOf = (state: EditorState) => noticeAmong(notices, state)

const notices = {
  failed: ({ session }: Props) => (
    <TryAgain session={session}>It is kept in this browser and tried again by itself.</TryAgain>
  ),
  refused: ({ session }: Props) => <TryAgain session={session}>It is kept in this browser.</TryAgain>,
  offline: () => (
    <p>You are offline. Your words are kept in this browser and saved when the connection is back.</p>
  ),
  'too-long': ({ session }: Props) => <TooLong session={session} />,
  'signed-out': (props: Props) => <SignInAndGoOn {...props} />,
  conflict: ({ onCompare }: Props) => (
    <>
      <p>This project was saved somewhere else as well. Both texts are here; choose the one that goes on.</p>
      <Button size="small" onClick={onCompare}>
        Compare and choose
      </Button>
    </>
  ),
  gone: ({ onCompare, ...editor }: Props) => (
    <>
      <p>This project was deleted somewhere else. Your text is still here.</p>
      <CopyButton text={editor.session.read().text.notes}>Copy the notes</CopyButton>
      <SaveAsNew {...editor} />
    </>
  ),
}

function TooLong({ session }: Pick<Props, 'session'>) {
  const over = useEditorState(session, ({ text }) => Math.ceil(bytesOver(text.notes) / 1_000))
  return <p>Over by {over} kB, not saved until it is shorter. Until then it is kept in this browser.</p>
}
