import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useContext } from 'react'
import { openSignIn, viewerIn } from '#web/accounts/viewer.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { type EditorSession, now } from './editor-session.ts'
import css from './session.module.css'
import { type EditorState, type Status, statusOf } from './session-state.ts'
import { OfflineCopyContext } from './use-offline-copy.ts'
import { useEditorState } from './use-session.ts'

type NoticeProps<Text> = {
  session: EditorSession<Text>
  userId: string
  onCompare: () => void
  offlineMessage: string
  conflictMessage: string
  deletedNotice: ReactNode
  tooLongNotice?: ReactNode
  setAsideFailedMessage: string
  notStoredMessage: string
}

export function SessionNotice<Text>({ session, userId, ...messages }: NoticeProps<Text>) {
  const { t } = useLingui()
  const status = useEditorState(session, getNoticeStatus)
  const hasStorageFailed = useEditorState(session, (state) => state.hasStorageFailed)
  const hasSetAsideFailed = useEditorState(session, (state) => state.hasSetAsideFailed)
  const isOfflineCopy = useContext(OfflineCopyContext)
  const notices: Partial<Record<Status, ReactNode>> = {
    failed: <TryAgain session={session}>{t`Your text is in this browser. Retrying automatically.`}</TryAgain>,
    refused: <TryAgain session={session}>{t`Your text is in this browser.`}</TryAgain>,
    saved: isOfflineCopy && <p>{t(offlineCopyMessage)}</p>,
    offline: <p>{messages.offlineMessage}</p>,
    'too-long': messages.tooLongNotice,
    'signed-out': <SignInToContinue session={session} userId={userId} />,
    conflict: (
      <>
        <p>{messages.conflictMessage}</p>
        <Button size="small" onClick={messages.onCompare}>{t`Compare and choose`}</Button>
      </>
    ),
    gone: messages.deletedNotice,
  }
  const notice = notices[status]
  return (
    <div role="status">
      {notice && <div className={css.notice}>{notice}</div>}
      {hasSetAsideFailed && (
        <div className={css.notice}>
          <p>{messages.setAsideFailedMessage}</p>
        </div>
      )}
      {hasStorageFailed && (
        <div className={css.notice}>
          <p>{messages.notStoredMessage}</p>
        </div>
      )}
    </div>
  )
}

const offlineCopyMessage = msg`You’re offline. This is the last version that this browser has. Your changes will be saved when you’re back online.`

function getNoticeStatus<Text>(state: EditorState<Text>): Status {
  const status = statusOf(state)
  return status === 'saving' && state.problem?.kind === 'failed' ? 'failed' : status
}

type TryAgainProps<Text> = { session: EditorSession<Text>; children: ReactNode }

function TryAgain<Text>({ session, children }: TryAgainProps<Text>) {
  const { t } = useLingui()
  const message = useEditorState(session, ({ problem }) =>
    problem && 'userMessage' in problem ? problem.userMessage : '',
  )
  return (
    <>
      <p>
        <Trans>
          Not saved. {message} {children}
        </Trans>
      </p>
      <Button
        look="second"
        size="small"
        onClick={() => session.dispatch({ type: 'saveRequested', at: now() })}
      >{t`Try again`}</Button>
    </>
  )
}

type SignInProps<Text> = Pick<NoticeProps<Text>, 'session' | 'userId'>

function SignInToContinue<Text>({ session, userId }: SignInProps<Text>) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const onSignedIn = () => {
    if (viewerIn(queries)?.id === userId) session.dispatch({ type: 'signedIn', at: now() })
  }
  return (
    <>
      <p>{t`You were signed out. Your text is in this browser.`}</p>
      <Button
        size="small"
        onClick={() => openSignIn({ reason: 'session', onSignedIn })}
      >{t`Sign in and continue`}</Button>
    </>
  )
}
