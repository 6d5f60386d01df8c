import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Viewer } from '#contract/accounts.ts'
import * as delays from '#contract/delays.ts'
import type * as contract from '#contract/recovery.ts'
import { ApiError, call } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { ensureProfile } from '../account-calls.ts'
import { type MailLink, useMailLink } from '../page-message.tsx'
import { viewerIn, viewerQuery } from '../viewer.ts'
import { announceViewerChange, syncViewer, useAfterSignIn } from '../viewer-changes.ts'

const verifyEmail = call<typeof contract.verifyEmail>('POST', '/api/auth/verify-email')
const undoEmailChange = call<typeof contract.undoEmailChange>('POST', '/api/auth/undo-email-change')

export type Confirmation =
  | { status: 'confirming' | 'nothing' | 'undoing' | 'restored' }
  | { status: 'confirmed'; message: string }
  | { status: 'asking'; undo: () => void }
  | { status: 'failed'; problem: Problem; retry?: () => void; offer?: 'signIn' | 'newLink' }

export function useConfirmation() {
  const [state, setState] = useState<Confirmation>({ status: 'confirming' })
  const [searchParams] = useSearchParams()
  const queries = useQueryClient()
  const afterSignIn = useAfterSignIn({ replace: true })
  useRedirect(state.status)
  const { write: confirm } = useWrite({
    lockKey: ({ token }) => token,
    mutationFn: (link: MailLink) => confirmLink(queries, link),
    onMutate: () => setState({ status: 'confirming' }),
    onSuccess: (viewer, link) => setState({ status: 'confirmed', message: confirmedMessage(link, viewer) }),
    onError: (error, link) => fail(error, () => void confirm(link), 'newLink'),
  })
  const { write: undo } = useWrite({
    lockKey: ({ token }) => token,
    mutationFn: (link: MailLink) => undoChange(queries, link),
    onMutate: () => setState({ status: 'undoing' }),
    onSuccess: () => setState({ status: 'restored' }),
    onError: (error, link) => fail(error, () => void undo(link)),
  })
  const { write: finishProviderSignIn } = useWrite({
    mutationFn: () => completeProviderSignIn(queries),
    onSuccess: (viewer) =>
      viewer ? afterSignIn(viewer.id, 'login') : failSignIn({ message: i18n._(providerFailedMessage) }),
    onError: (error) => failSignIn(confirmationProblem(error)),
  })

  useMailLink((link) => {
    const error = searchParams.get('error')
    const type = searchParams.get('type')
    if (link) open(link)
    else if (error !== null) failSignIn(providerProblem(error))
    else if (type === 'oauth') void finishProviderSignIn()
    else if (type === 'signup') setState({ status: 'failed', problem: incompleteLink() })
    else setState({ status: 'nothing' })
  })

  function open(link: MailLink) {
    if (!link.token) setState({ status: 'failed', problem: incompleteLink() })
    else if (link.type === 'undo_email_change') setState({ status: 'asking', undo: () => void undo(link) })
    else void confirm(link)
  }

  function fail(error: unknown, retry: () => void, offer?: 'newLink') {
    const problem = confirmationProblem(error)
    setState({ status: 'failed', problem, ...(problem.canRetry ? { retry } : { offer }) })
  }

  function failSignIn(problem: Problem) {
    setState({ status: 'failed', problem, offer: 'signIn' })
  }

  return state
}

async function confirmLink(queries: QueryClient, { token }: MailLink) {
  const { isSignedIn } = await verifyEmail({ body: { token } })
  announceViewerChange()
  await queries.invalidateQueries(viewerQuery)
  return isSignedIn ? viewerIn(queries) : undefined
}

async function undoChange(queries: QueryClient, { token }: MailLink) {
  await undoEmailChange({ body: { token } })
  announceViewerChange()
  await syncViewer(queries)
}

async function completeProviderSignIn(queries: QueryClient) {
  const { user } = await queries.fetchQuery({ ...viewerQuery, staleTime: 0 })
  if (user) await ensureProfile(user.id)
  return user
}

function confirmedMessage({ type }: MailLink, viewer: Viewer | null | undefined) {
  if (!viewer) return t`Email confirmed successfully! You can now log in. Taking you to the homepage.`
  const { email } = viewer
  return type === 'email_change'
    ? t`Email confirmed successfully! You are now logged in. We’ll send your email to ${email} from now on. Taking you to the homepage.`
    : t`Email confirmed successfully! You are now logged in. Taking you to the homepage.`
}

function useRedirect(status: Confirmation['status']) {
  const navigate = useNavigate()
  useEffect(() => {
    const delayMs = redirectDelays[status]
    if (delayMs === undefined) return
    const timer = setTimeout(() => void navigate('/', { replace: true }), delayMs)
    return () => clearTimeout(timer)
  }, [status, navigate])
}

const redirectDelays: Partial<Record<Confirmation['status'], number>> = {
  confirmed: delays.redirectAfterConfirmation,
  nothing: delays.redirectWithoutConfirmation,
}

type Problem = { message: string; hint?: string; canRetry?: boolean }

const incompleteLink = (): Problem => ({
  message: t`Email confirmation failed. Please try again.`,
  hint: t`The link is incomplete. Open it from the email again, or copy the whole link.`,
})

function confirmationProblem(error: unknown): Problem {
  if (isUnavailable(error)) return { message: t`Authentication service unavailable`, canRetry: true }
  if (!(error instanceof ApiError)) return { message: t`An unexpected error occurred during confirmation` }
  const hint = error.code && error.userMessage
  if (error.status === 429) return { message: t`Email confirmation failed. Please try again.`, hint, canRetry: true }
  return { message: t`Email confirmation failed`, hint }
}

/** `fetch` throws a TypeError when the server is unreachable. */
const isUnavailable = (error: unknown) => (error instanceof ApiError ? error.status >= 500 : error instanceof TypeError)

const providerProblem = (code: string): Problem => ({
  message: i18n._(providerMessages[code.toLowerCase()] ?? providerFailedMessage),
})

const providerFailedMessage = msg`Signing in with this provider failed. Please try again.`

const expiredMessage = msg`This sign-in took too long or started in another window. Please try again.`
const missingEmailMessage = msg`The provider did not share an email address, and an account here needs one. Allow the provider to share it, or create an account with a password.`

const providerMessages: Record<string, MessageDescriptor> = {
  access_denied: msg`You canceled the sign-in at the provider. Nothing was changed.`,
  account_not_linked: msg`An account with this email already exists. Sign in to it, then connect the provider in Account Settings.`,
  suspended: msg`This account is suspended. The email we sent explains why and how to reply.`,
  sign_ups_closed: msg`No account is connected to this sign-in, and this site does not accept new accounts right now. If you have an account, sign in with your password, then connect the provider in Account Settings.`,
  invite_refused: msg`No account is connected to this sign-in. If you have one, sign in with your password, then connect the provider in Account Settings. For a new account you need a valid invite code: choose Create Account, enter the code, then continue with the provider.`,
  email_refused: msg`This site does not accept addresses from this email provider. Nothing was changed. Use another address.`,
  email_not_found: missingEmailMessage,
  email_is_missing: missingEmailMessage,
  state_mismatch: expiredMessage,
  state_not_found: expiredMessage,
  state_security_mismatch: expiredMessage,
  please_restart_the_process: expiredMessage,
  temporarily_unavailable: msg`The provider cannot be reached right now. Please try again in a moment.`,
  server_error: msg`The provider cannot be reached right now. Please try again in a moment.`,
}
