import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import type { FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import { cookieHeader, readCookie, resign, signValue } from '#server/http/cookies.ts'
import { ApiError, apiError } from '#server/http/errors.ts'
import { findToken } from '../sessions/sessions.queries.ts'
import type { Auth, AuthDependencies, Exchange } from './auth.ts'

type Deps = Pick<AuthDependencies, 'auth' | 'config' | 'pool'>
export type BetterAuthCall = (api: Auth['api'], options: { headers: Headers; asResponse: true }) => Promise<Response>
/** `ignoresSession`: for a sign-in that must ignore the browser's current session. */
type CallOptions = { ignoresSession?: boolean }

export async function callBetterAuth(deps: Deps, exchange: Exchange, call: BetterAuthCall, options?: CallOptions) {
  const { response, result } = await forwardToBetterAuth(deps, exchange, call, options)
  if (!response.ok) throw toError(response, result)
  return result
}

/** Calls an endpoint of Better Auth's server API for this browser, and sends the cookies of its response. */
export async function forwardToBetterAuth(
  deps: Deps,
  exchange: Exchange,
  call: BetterAuthCall,
  options: CallOptions = {},
) {
  const headers = await headersFor(deps, exchange.request, options)
  const response = await call(deps.auth.api, { headers, asResponse: true })
  for (const cookie of response.headers.getSetCookie()) exchange.reply.header('set-cookie', cookie)
  return { response, result: parseResult(await response.text()) }
}

async function headersFor(deps: Deps, request: FastifyRequest, { ignoresSession }: CallOptions) {
  const headers = new Headers()
  const agent = request.headers['user-agent']
  if (agent) headers.set('user-agent', agent.slice(0, 500))
  const cookie = await cookiesFor(deps, request, ignoresSession)
  if (cookie) headers.set('cookie', cookie)
  return headers
}

/** Built from our own parsed values, as two parsers of one header could identify two different members. */
async function cookiesFor({ config, pool }: Deps, request: FastifyRequest, ignoresSession = false) {
  const { viewer } = request
  const token = viewer && !ignoresSession ? await findToken(pool, viewer.sessionId) : undefined
  return cookieHeader(config, {
    session_token: token && signValue(token, config.secret),
    two_factor: resign(readCookie(request, config, 'two_factor'), config),
    state: resign(readCookie(request, config, 'state'), config),
  })
}

function parseResult(text: string): BetterAuthResult {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}

export type BetterAuthResult = {
  user?: { id: string }
  token?: string
  twoFactorRedirect?: boolean
  twoFactorMethods?: string[]
  totpURI?: string
  url?: string
  message?: string
  code?: string
}

const errorsByCode: Record<string, [ErrorCode, MessageDescriptor] | undefined> = {
  INVALID_EMAIL_OR_PASSWORD: ['not_signed_in', msg`Invalid email or password`],
  INVALID_EMAIL: ['not_signed_in', msg`Invalid email or password`],
  INVALID_PASSWORD: ['wrong_password', msg`Current password is incorrect`],
  FAILED_TO_CREATE_USER: ['unavailable', msg`The account could not be created. Please try again in a moment.`],
  USER_ALREADY_EXISTS: ['email_taken', msg`This email is already registered.`],
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: ['email_taken', msg`This email is already registered.`],
  INVALID_CODE: [
    'wrong_code',
    msg`This code is wrong. Codes change every 30 seconds. Check that the clock of your phone is right.`,
  ],
  INVALID_BACKUP_CODE: ['wrong_code', msg`This recovery code is wrong or was already used.`],
  INVALID_TWO_FACTOR_COOKIE: ['not_signed_in', msg`This sign-in took too long. Please enter your password again.`],
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: ['not_signed_in', msg`Too many wrong codes. Please enter your password again.`],
  TOTP_NOT_ENABLED: ['wrong_code', msg`There is no second factor to check this code against.`],
  TOTP_ALREADY_ENABLED: ['invalid_request', msg`Two-factor sign-in is already on.`],
  PROVIDER_NOT_FOUND: ['not_found', msg`There is no such provider.`],
}

function toError({ status }: Response, { message, code = '' }: BetterAuthResult) {
  const mapped = errorsByCode[code]
  if (mapped) return apiError(...mapped)
  if (status === 429) {
    const waitMessage = msg`Too many wrong codes. Please wait 15 minutes.`
    return new ApiError('too_many_requests', waitMessage, { retryAfter: 900 })
  }
  if (status >= 500) return apiError('internal', msg`Something went wrong. Please try again.`)
  return apiError(
    status === 401 ? 'not_signed_in' : 'invalid_request',
    message ?? msg`This could not be done. Reload the page, then try again.`,
  )
}
