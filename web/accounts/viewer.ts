import { type QueryClient, useQuery } from '@tanstack/react-query'
import type * as contract from '#contract/accounts.ts'
import { call } from '#web/api/call.ts'
import { itemQuery } from '#web/api/queries.ts'

const readViewer = call<typeof contract.readViewer>('GET', '/api/auth/user')

export const viewerPath = readViewer.path()
export const viewerQuery = itemQuery(readViewer)

export const useViewer = () => useQuery(viewerQuery).data?.user

export const viewerIn = (queries: QueryClient) => queries.getQueryData(viewerQuery.queryKey)?.user

/** A browser event that asks the header to open the sign-in dialog (spec §2). */
export const signInEvent = 'foldout:open-sign-in'

export type SignInRequest = {
  /** `upload` shows a prompt first. The other reasons appear in the form, and signing in stays on the page. */
  reason?: 'upload' | 'favorite' | 'follow' | 'shelf' | 'session' | 'members'
  view?: 'code' | 'reset' | 'create'
  onSignedIn?: () => void
}

export function openSignIn(request: SignInRequest = {}) {
  window.dispatchEvent(new CustomEvent(signInEvent, { detail: request }))
}

export const workspaceAddress = (userId: string) => `/profile/${userId}?tab=workspace`
