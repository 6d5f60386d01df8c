import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { openSignIn, viewerIn } from '#web/accounts/viewer.ts'
import { Button } from '#web/ui/controls/button.tsx'
import css from './editor.module.css'
import { type EditorState, type Status, statusOf } from './model/editor-state.ts'
import { type EditorSession, now } from './session/editor-session.ts'
import { useEditorState } from './session/use-session.ts'

type NoticeProps<Text> = {
  session: EditorSession<Text>
  userId: string
  onCompare: () => void
  offline: string
  conflict: string
  gone: ReactNode
  tooLong?: ReactNode
  asideRefused: string
  unkept: string
}

export function SessionNotice<Text>({ session, userId, ...says }: NoticeProps<Text>) {
  const status = useEditorState(session, noticed)
  const isUnkept = useEditorState(session, (state) => state.isUnkept)
  const isAsideRefused = useEditorState(session, (state) => state.isAsideRefused)
  const notices: Partial<Record<Status, ReactNode>> = {
    failed: <TryAgain session={session}>Your text is in this browser. Retrying automatically.</TryAgain>,
    refused: <TryAgain session={session}>Your text is in this browser.</TryAgain>,
    offline: <p>{says.offline}</p>,
    'too-long': says.tooLong,
    'signed-out': <SignInAndGoOn {...{ session, userId }} />,
    conflict: (
      <>
        <p>{says.conflict}</p>
        <Button size="small" onClick={says.onCompare}>
          Compare and choose
        </Button>
      </>
    ),
    gone: says.gone,
  }
  const notice = notices[status]
  return (
    <div role="status">
      {notice && <div className={css.notice}>{notice}</div>}
      {isAsideRefused && (
        <div className={css.notice}>
          <p>{says.asideRefused}</p>
        </div>
      )}
      {isUnkept && (
        <div className={css.notice}>
          <p>{says.unkept}</p>
        </div>
      )}
    </div>
  )
}

function noticed<Text>(state: EditorState<Text>): Status {
  const status = statusOf(state)
  return status === 'saving' && state.trouble?.kind === 'failed' ? 'failed' : status
}

type TryAgainProps<Text> = { session: EditorSession<Text>; children: ReactNode }

function TryAgain<Text>({ session, children }: TryAgainProps<Text>) {
  const sentence = useEditorState(session, ({ trouble }) =>
    trouble && 'sentence' in trouble ? trouble.sentence : '',
  )
  return (
    <>
      <p>
        Not saved. {sentence} {children}
      </p>
      <Button look="second" size="small" onClick={() => session.dispatch({ type: 'saveAsked', at: now() })}>
        Try again
      </Button>
    </>
  )
}

type SignInProps<Text> = Pick<NoticeProps<Text>, 'session' | 'userId'>

function SignInAndGoOn<Text>({ session, userId }: SignInProps<Text>) {
  const queries = useQueryClient()
  const goOn = () => {
    if (viewerIn(queries)?.id === userId) session.dispatch({ type: 'signedIn', at: now() })
  }
  return (
    <>
      <p>You were signed out. Your text is in this browser.</p>
      <Button size="small" onClick={() => openSignIn({ because: 'session', goOn })}>
        Sign in and continue
      </Button>
    </>
  )
}
