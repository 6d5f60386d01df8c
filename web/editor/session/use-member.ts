import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Viewer } from '#contract/accounts.ts'
import { viewerQuery } from '#web/accounts/viewer.ts'
import type { Titled } from '../model/text-rules.ts'
import { type EditorSession, now } from './editor-session.ts'

/** Whose session ends over the canvas is still the one it belongs to. */
export function useLastMember(viewer: Viewer | null | undefined) {
  const [member, setMember] = useState(viewer)
  if (viewer && viewer.id !== member?.id) setMember(viewer)
  return viewer ?? member
}

/** Every answer about who is signed in counts: one that says the same as before may come of a new session. */
export function useSignedIn<Text extends Titled>(
  session: EditorSession<Text> | undefined,
  isSignedOut: boolean,
) {
  const { dataUpdatedAt } = useQuery(viewerQuery)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it was answered is what it is about
  useEffect(() => {
    session?.dispatch(isSignedOut ? { type: 'signedOut' } : { type: 'signedIn', at: now() })
  }, [session, isSignedOut, dataUpdatedAt])
}
