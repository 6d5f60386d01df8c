import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { openSignIn, viewerIn } from '#web/accounts/viewer.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { type EditorState, statusOf } from './model/editor-state.ts'
import type { Titled } from './model/text-rules.ts'
import { type EditorSession, now } from './session/editor-session.ts'
import { useEditorState } from './session/use-editor.ts'

/** A notice stays while the save it speaks of is tried again. */
export function noticeAmong<Kind extends string, Text extends Titled>(
  notices: Record<Kind, unknown>,
  state: EditorState<Text>,
): Kind | null {
  const status = statusOf(state)
  const kind = status === 'saving' && state.trouble?.kind === 'failed' ? 'failed' : status
  return kind in notices ? (kind as Kind) : null
}

export function TryAgain<Text extends Titled>({
  session,
  children,
}: {
  session: EditorSession<Text>
  children: ReactNode
}) {
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

export function SignInAndGoOn<Text extends Titled>({
  session,
  userId,
}: {
  session: EditorSession<Text>
  userId: string
}) {
  const queries = useQueryClient()
  const goOn = () => {
    if (viewerIn(queries)?.id === userId) session.dispatch({ type: 'signedIn', at: now() })
  }
  return (
    <>
      <p>You were signed out. Your words are kept in this browser.</p>
      <Button size="small" onClick={() => openSignIn({ because: 'session', goOn })}>
        Sign in and go on
      </Button>
    </>
  )
}
