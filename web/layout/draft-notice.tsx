import css from '#web/editor/editor-notice.module.css'
import { noticeAmong, SignInAndGoOn, TryAgain } from '#web/editor/notice-parts.tsx'
import { useEditorState } from '#web/editor/session/use-editor.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { wordsOf } from './layout-words.ts'
import type { LayoutProps } from './session/use-layout.ts'

type Props = LayoutProps & { onCompare: () => void }

/** What keeps the draft from being saved, and what can be done about it. It is read out when it comes. */
export function DraftNotice(props: Props) {
  const { session } = props
  const kind = useEditorState(session, (state) => noticeAmong(notices, state))
  const isUnkept = useEditorState(session, (state) => state.isUnkept)
  const isAsideRefused = useEditorState(session, (state) => state.isAsideRefused)
  return (
    <div role="status">
      {kind && <div className={css.notice}>{notices[kind](props)}</div>}
      {isAsideRefused && (
        <div className={css.notice}>
          <p>Nothing was replaced: this browser has no room to put your layout aside.</p>
        </div>
      )}
      {isUnkept && (
        <div className={css.notice}>
          <p>This browser keeps no copy here: until it is saved, your layout is only in this tab.</p>
        </div>
      )}
    </div>
  )
}

const notices = {
  failed: ({ session }: Props) => (
    <TryAgain session={session}>It is kept in this browser and tried again by itself.</TryAgain>
  ),
  refused: ({ session }: Props) => <TryAgain session={session}>It is kept in this browser.</TryAgain>,
  offline: () => (
    <p>You are offline. What you change is kept in this browser and saved when the connection is back.</p>
  ),
  'signed-out': (props: Props) => <SignInAndGoOn {...props} />,
  conflict: ({ onCompare }: Props) => (
    <>
      <p>
        This draft was changed somewhere else as well. Both layouts are here; choose the one that goes on.
      </p>
      <Button size="small" onClick={onCompare}>
        Compare and choose
      </Button>
    </>
  ),
  gone: ({ session }: Props) => (
    <>
      <p>This draft was published or deleted somewhere else. Your words are still here.</p>
      <CopyButton text={wordsOf(session.read().text)}>Copy the words</CopyButton>
    </>
  ),
}
