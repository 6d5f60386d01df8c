import { t } from '@lingui/core/macro'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import * as delays from '#contract/delays.ts'
import { ApiError } from '#web/api/call.ts'
import { removeInTab } from '#web/browser/local-storage.ts'
import { broadcastToTabs, openTabChannel } from '#web/browser/tab-channel.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { clearAgreedNotes } from './content-note-consent.ts'
import { clearPendingSignOut, onSignOutDeferred, readPendingSignOut } from './prepare-sign-out.ts'
import { openSignIn, type SignInRequest, viewerIn, viewerPath, viewerQuery } from './viewer.ts'

const channelName = 'foldout:viewer'

export const announceViewerChange = () => broadcastToTabs(channelName, 'changed')

/** Calls back when another tab signs in or out, including a sign-out that waits for the network. */
export function onViewerChange(listener: () => void) {
  const { close } = openTabChannel(channelName, listener)
  const stopListening = onSignOutDeferred(listener)
  return () => {
    close()
    stopListening()
  }
}

export async function syncViewer(queries: QueryClient) {
  const previousId = viewerIn(queries)?.id
  // Until a delayed sign-out reaches the server, the server still reports the member as signed in.
  if (previousId && previousId === readPendingSignOut()) queries.setQueryData(viewerQuery.queryKey, { user: null })
  else await queries.invalidateQueries(viewerQuery)
  if (viewerIn(queries)?.id === previousId) return
  clearPrivateReads(queries)
}

/** Drops cached reads and content-note consents of the previous viewer, and reloads visible reads. */
export function clearPrivateReads(queries: QueryClient) {
  clearAgreedNotes()
  removeInTab('foldout:list-lengths')
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== viewerPath
  queries.removeQueries({ predicate, type: 'inactive' })
  void queries.invalidateQueries({ predicate })
}

const welcomeMessages = () => ({
  login: { title: t`Logged in successfully!` },
  registration: {
    title: t`Account created successfully!`,
    description: t`Please check your email to verify your account.`,
  },
  waiting: {
    title: t`Account created successfully!`,
    description: t`Please check your email to verify your account. After that, a moderator reviews it.`,
  },
})
export type SignInKind = keyof ReturnType<typeof welcomeMessages>

export function useAfterSignIn({ replace, ...request }: SignInRequest & { replace?: boolean }) {
  const navigate = useNavigate()
  const refreshViewer = useRefreshViewer()
  return async (userId: string, kind: SignInKind) => {
    showToast(welcomeMessages()[kind])
    await refreshViewer()
    const redirect = async () => {
      if (!staysOnPage(request)) await navigate(`/profile/${userId}`, { replace })
      request.onSignedIn?.()
    }
    if (kind === 'login') setTimeout(redirect, delays.redirectAfterLogin)
    else await redirect()
  }
}

export function useRefreshViewer() {
  const queries = useQueryClient()
  return async () => {
    clearPendingSignOut()
    announceViewerChange()
    await queries.invalidateQueries(viewerQuery)
    clearPrivateReads(queries)
  }
}

const staysOnPage = ({ reason }: SignInRequest) => reason !== undefined && reason !== 'upload'

export const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401

export function promptSignInIfExpired(error: unknown) {
  if (isSignedOut(error)) openSignIn({ reason: 'session' })
}

/** Reports a failed write, and asks for sign-in if the session has ended. */
export function notifyFailure(error: unknown, description: string) {
  showToast({ title: t`Error`, description, variant: 'destructive' })
  promptSignInIfExpired(error)
}
