import type { ErrorCode } from '#contract/errors.ts'
import { Refusal, refuse } from '#server/http/errors.ts'

/** What Better Auth answers, as far as we use it. A session's token stays on the server. */
export type BetterAuthAnswer = {
  user?: { id: string }
  token?: string
  twoFactorRedirect?: boolean
  twoFactorMethods?: string[]
  totpURI?: string
  url?: string
  message?: string
  code?: string
}

/** Better Auth's codes that a person can do something about, in our codes and words. */
const refusals: Record<string, [ErrorCode, string] | undefined> = {
  INVALID_EMAIL_OR_PASSWORD: ['not_signed_in', 'Invalid email or password'],
  INVALID_EMAIL: ['not_signed_in', 'Invalid email or password'],
  INVALID_PASSWORD: ['wrong_password', 'Current password is incorrect'],
  FAILED_TO_CREATE_USER: ['username_taken', 'This username or email is already taken.'],
  USER_ALREADY_EXISTS: ['email_taken', 'This email is already registered.'],
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: ['email_taken', 'This email is already registered.'],
  INVALID_CODE: [
    'wrong_code',
    'This code is not right. Codes change every half minute: check the clock of your phone too.',
  ],
  INVALID_BACKUP_CODE: ['wrong_code', 'This recovery code is not right, or was used before.'],
  INVALID_TWO_FACTOR_COOKIE: [
    'not_signed_in',
    'This sign-in took too long. Please enter your password again.',
  ],
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: [
    'not_signed_in',
    'Too many wrong codes. Please enter your password again.',
  ],
  TOTP_NOT_ENABLED: ['wrong_code', 'There is no second factor to check this code against.'],
  TOTP_ALREADY_ENABLED: ['invalid_request', 'Two-factor sign-in is on already.'],
  PROVIDER_NOT_FOUND: ['not_found', 'There is no such provider.'],
}

export function refusalOf({ status }: Response, { message, code = '' }: BetterAuthAnswer) {
  const known = refusals[code]
  if (known) return refuse(...known)
  if (status === 429) {
    const wait = 'Too many wrong codes. Please wait a quarter of an hour.'
    return new Refusal('too_many_requests', wait, { retryAfter: 900 })
  }
  if (status >= 500) return refuse('internal', 'Something went wrong. Please try again.')
  return refuse(status === 401 ? 'not_signed_in' : 'invalid_request', message ?? 'This could not be done.')
}
