import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import * as delays from '#contract/delays.ts'
import { ApiError } from '#web/api/call.ts'
import { openTabChannel, tellTabs } from '#web/browser/tab-channel.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { forgetAgreedNotes } from './agreed-notes.ts'
import { forgetSignOut, hearSignOutLater, whoIsToSignOut } from './leaving.ts'
import { openSignIn, type SignInRequest, viewerIn, viewerPath, viewerQuery } from './viewer.ts'

const channelName = 'foldout:viewer'

export const announceViewerChange = () => tellTabs(channelName, 'changed')

/** Calls back when another tab signs in or out, including a sign-out that waits for the network. */
export function hearViewerChanges(changed: () => void) {
  const { close } = openTabChannel(channelName, changed)
  const stopHearing = hearSignOutLater(changed)
  return () => {
    close()
    stopHearing()
  }
}

export async function followViewer(queries: QueryClient) {
  const before = viewerIn(queries)?.id
  // Until a delayed sign-out reaches the server, the server still reports the member as signed in.
  if (before && before === whoIsToSignOut()) queries.setQueryData(viewerQuery.queryKey, { user: null })
  else await queries.invalidateQueries(viewerQuery)
  if (viewerIn(queries)?.id === before) return
  forgetPrivateReads(queries)
}

/** Drops cached reads and content-note consents of the previous viewer, and reloads visible reads. */
export function forgetPrivateReads(queries: QueryClient) {
  forgetAgreedNotes()
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== viewerPath
  queries.removeQueries({ predicate, type: 'inactive' })
  void queries.invalidateQueries({ predicate })
}

const welcomes = {
  login: { title: 'Logged in successfully!' },
  registration: {
    title: 'Account created successfully!',
    description: 'Please check your email to verify your account.',
  },
  waiting: {
    title: 'Account created successfully!',
    description: 'Please check your email to verify your account. A moderator will approve it next.',
  },
}
export type SignedInHow = keyof typeof welcomes

export function useAfterSignIn({ replace, ...request }: SignInRequest & { replace?: boolean }) {
  const navigate = useNavigate()
  const refresh = useNewViewer()
  return async (userId: string, how: SignedInHow) => {
    showToast(welcomes[how])
    await refresh()
    const leave = async () => {
      if (!staysOnPage(request)) await navigate(`/profile/${userId}`, { replace })
      request.goOn?.()
    }
    if (how === 'login') setTimeout(leave, delays.redirectAfterLogin)
    else await leave()
  }
}

export function useNewViewer() {
  const queries = useQueryClient()
  return async () => {
    forgetSignOut()
    announceViewerChange()
    await queries.invalidateQueries(viewerQuery)
    forgetPrivateReads(queries)
  }
}

const staysOnPage = ({ because }: SignInRequest) => because !== undefined && because !== 'upload'

export const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401

export function askInAgain(error: unknown) {
  if (isSignedOut(error)) openSignIn({ because: 'session' })
}

/** Reports a failed write, and asks for sign-in if the session has ended. */
export function tellFailure(error: unknown, description: string) {
  showToast({ title: 'Error', description, variant: 'destructive' })
  askInAgain(error)
}
