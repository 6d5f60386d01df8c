import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Viewer } from '#contract/accounts.ts'
import * as delays from '#contract/delays.ts'
import type * as contract from '#contract/recovery.ts'
import { call } from '#web/api/call.ts'
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

  async function confirm(link: MailLink) {
    setState({ step: 'confirming' })
    try {
      const viewer = await confirmedViewer(queries, link)
      setState({ step: 'confirmed', message: wordsFor(link, viewer) })
    } catch (error) {
      fail(error, () => void confirm(link), 'newLink')
    }
  }

  async function undo({ token }: MailLink) {
    setState({ step: 'undoing' })
    try {
      await undoEmailChange({ body: { token } })
      announceViewerChange()
      await followViewer(queries)
      setState({ step: 'restored' })
    } catch (error) {
      fail(error, () => void undo({ token, type: 'undo_email_change' }))
    }
  }

  async function enter() {
    try {
      const { user } = await queries.fetchQuery({ ...viewerQuery, staleTime: 0 })
      if (!user) return failToEnter({ message: providerFailed })
      await ensureProfile(user.id)
      await afterSignIn(user.id, 'login')
    } catch (error) {
      failToEnter(confirmationProblem(error))
    }
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
