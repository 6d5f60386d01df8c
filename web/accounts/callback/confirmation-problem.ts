import { ApiError } from '#web/api/call.ts'

/** Why a link did not work: what happened, what it means, and whether the same link may work later. */
export type Problem = { message: string; hint?: string; canRetry?: boolean }

/** The link came without its secret, as mail programs cut long lines. */
export const linkIsCut: Problem = {
  message: 'Email confirmation failed. Please try again.',
  hint: 'The link is not whole. Open it from the mail once more, or copy all of it.',
}

export function confirmationProblem(error: unknown): Problem {
  if (isUnavailable(error)) return { message: 'Authentication service unavailable', canRetry: true }
  if (!(error instanceof ApiError)) return { message: 'An unexpected error occurred during confirmation' }
  const hint = error.code && error.sentence
  if (error.status === 429)
    return { message: 'Email confirmation failed. Please try again.', hint, canRetry: true }
  return { message: 'Email confirmation failed', hint }
}

/** The server is down, or out of reach: `fetch` tells the latter with a TypeError. */
const isUnavailable = (error: unknown) =>
  error instanceof ApiError ? error.status >= 500 : error instanceof TypeError

/** What came of a sign-in at a provider, by the code it came back with. */
export const providerProblem = (code: string): Problem => ({
  message: providerSentences[code.toLowerCase()] ?? providerFailed,
})

export const providerFailed = 'Signing in through the provider did not work. Please try again.'

const tookTooLong = 'This sign-in took too long, or began in another window. Please try again.'
const withoutEmail = 'The provider did not tell us an email, and an account here needs one.'

const providerSentences: Record<string, string> = {
  access_denied: 'The sign-in was called off at the provider. Nothing has changed here.',
  account_not_linked:
    'An account with this email exists already. Sign in to it, then connect the provider in Account Settings.',
  suspended: 'This account is suspended. The letter we sent about it says why, and how to answer.',
  sign_ups_closed:
    'No account here is connected to this sign-in, and this site takes no new accounts right now. If you have an account, sign in with your password, then connect the provider in Account Settings.',
  invite_refused:
    'No account here is connected to this sign-in. If you have one, sign in with your password, then connect the provider in Account Settings. A new account needs an invite code that works: choose Create Account and enter it, then continue with the provider.',
  email_refused: 'This site takes no addresses at this mail provider, so nothing was done.',
  email_not_found: withoutEmail,
  email_is_missing: withoutEmail,
  state_mismatch: tookTooLong,
  state_not_found: tookTooLong,
  state_security_mismatch: tookTooLong,
  please_restart_the_process: tookTooLong,
  temporarily_unavailable: 'The provider cannot be reached right now. Please try again in a moment.',
  server_error: 'The provider cannot be reached right now. Please try again in a moment.',
}
