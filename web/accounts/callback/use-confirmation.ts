import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Viewer } from '#contract/accounts.ts'
import * as delays from '#contract/delays.ts'
import type * as contract from '#contract/recovery.ts'
import { call } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { ensureProfile } from '../account-calls.ts'
import { type MailLink, useMailLink } from '../mail-link.ts'
import { viewerIn, viewerQuery } from '../viewer.ts'
import { announceViewerChange, followViewer, useAfterSignIn } from '../viewer-changes.ts'
import {
  confirmationProblem,
  linkIsCut,
  type Problem,
  providerFailed,
  providerProblem,
} from './confirmation-problem.ts'

const verifyEmail = call<typeof contract.verifyEmail>('POST', '/api/auth/verify-email')
const undoEmailChange = call<typeof contract.undoEmailChange>('POST', '/api/auth/undo-email-change')

export type Confirmation =
  | { step: 'confirming' | 'nothing' | 'undoing' | 'restored' }
  | { step: 'confirmed'; message: string }
  | { step: 'asking'; undo: () => void }
  | { step: 'failed'; problem: Problem; retry?: () => void; offer?: 'signIn' | 'newLink' }

/** What the address brings: the link of a mail, somebody back from a provider, or nothing. */
export function useConfirmation() {
  const [state, setState] = useState<Confirmation>({ step: 'confirming' })
  const [search] = useSearchParams()
  const queries = useQueryClient()
  const afterSignIn = useAfterSignIn({ replace: true })
  useRedirect(state.step)
  const { write: confirm } = useWrite({
    thing: ({ token }) => token,
    mutationFn: (link: MailLink) => confirmedViewer(queries, link),
    onMutate: () => setState({ step: 'confirming' }),
    onSuccess: (viewer, link) => setState({ step: 'confirmed', message: wordsFor(link, viewer) }),
    onError: (error, link) => fail(error, () => void confirm(link), 'newLink'),
  })
  const { write: undo } = useWrite({
    thing: ({ token }) => token,
    mutationFn: (link: MailLink) => undoChange(queries, link),
    onMutate: () => setState({ step: 'undoing' }),
    onSuccess: () => setState({ step: 'restored' }),
    onError: (error, link) => fail(error, () => void undo(link)),
  })
  const { write: enter } = useWrite({
    mutationFn: () => enteredViewer(queries),
    onSuccess: (viewer) =>
      viewer ? afterSignIn(viewer.id, 'login') : failToEnter({ message: providerFailed }),
    onError: (error) => failToEnter(confirmationProblem(error)),
  })

  useMailLink((link) => {
    const error = search.get('error')
    const type = search.get('type')
    if (link) open(link)
    else if (error !== null) failToEnter(providerProblem(error))
    else if (type === 'oauth') void enter()
    else if (type === 'signup') setState({ step: 'failed', problem: linkIsCut })
    else setState({ step: 'nothing' })
  })

  function open(link: MailLink) {
    if (!link.token) setState({ step: 'failed', problem: linkIsCut })
    else if (link.type === 'undo_email_change') setState({ step: 'asking', undo: () => void undo(link) })
    else void confirm(link)
  }

  function fail(error: unknown, again: () => void, offer?: 'newLink') {
    const problem = confirmationProblem(error)
    setState({ step: 'failed', problem, ...(problem.canRetry ? { retry: again } : { offer }) })
  }

  function failToEnter(problem: Problem) {
    setState({ step: 'failed', problem, offer: 'signIn' })
  }

  return state
}

/** Uses the link up, and answers the viewer when it is the person it was for. */
async function confirmedViewer(queries: QueryClient, { token }: MailLink) {
  const { isSignedIn } = await verifyEmail({ body: { token } })
  announceViewerChange()
  await queries.invalidateQueries(viewerQuery)
  return isSignedIn ? viewerIn(queries) : undefined
}

async function undoChange(queries: QueryClient, { token }: MailLink) {
  await undoEmailChange({ body: { token } })
  announceViewerChange()
  await followViewer(queries)
}

/** Whoever comes back from a provider signed in; nobody when that did not work. */
async function enteredViewer(queries: QueryClient) {
  const { user } = await queries.fetchQuery({ ...viewerQuery, staleTime: 0 })
  if (user) await ensureProfile(user.id)
  return user
}

function wordsFor({ type }: MailLink, viewer: Viewer | null | undefined) {
  if (!viewer) return 'Email confirmed successfully! You can now log in.'
  const words = 'Email confirmed successfully! You are now logged in.'
  return type === 'email_change' ? `${words} Your mail goes to ${viewer.email} from now on.` : words
}

/** Home after a moment, when there is nothing to do here. */
function useRedirect(step: Confirmation['step']) {
  const navigate = useNavigate()
  useEffect(() => {
    const wait = waits[step]
    if (wait === undefined) return
    const timer = setTimeout(() => void navigate('/', { replace: true }), wait)
    return () => clearTimeout(timer)
  }, [step, navigate])
}

const waits: Partial<Record<Confirmation['step'], number>> = {
  confirmed: delays.redirectAfterConfirming,
  nothing: delays.redirectWithNothingToConfirm,
}
