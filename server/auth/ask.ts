import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { ErrorCode } from '#contract/errors.ts'
import type { Config } from '../config/config.ts'
import { Refusal, refuse } from '../http/errors.ts'
import { cookiePrefix } from '../http/session.ts'
import { findCookie, signValue } from '../http/signed-cookie.ts'
import type { Auth } from './auth.ts'

type AskDeps = { config: Config; pool: pg.Pool }
/** `asNobody`: for a sign-in that must not be taken for a call of whoever is signed in in this browser. */
type Call = { path: string; body?: object; method?: 'GET' | 'POST'; asNobody?: boolean }

/** What Better Auth says, as far as we use it. A session's token stays on the server. */
export type Told = {
  user?: { id: string }
  token?: string
  twoFactorRedirect?: boolean
  twoFactorMethods?: string[]
  totpURI?: string
  url?: string
  message?: string
  code?: string
}

/** The cookies of a sign-in that waits for its code, and of a way to a provider and back. */
const passedOn = ['two_factor', 'state']

export type Ask = ReturnType<typeof createAsk>

/** Asks Better Auth as the viewer; its cookies go on to the browser, and a refusal of its becomes one of ours. */
export function createAsk({ config, pool }: AskDeps) {
  const prefix = cookiePrefix(config)

  async function raw(auth: Auth, request: FastifyRequest, reply: FastifyReply, call: Call) {
    const answer = await auth.handler(await webRequest(request, call))
    for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie)
    return { answer, told: parsed(await answer.text()) }
  }

  async function ask(auth: Auth, request: FastifyRequest, reply: FastifyReply, call: Call) {
    const { answer, told } = await raw(auth, request, reply, call)
    if (!answer.ok) throw refusalOf(answer, told)
    return told
  }

  async function webRequest(request: FastifyRequest, { path, body = {}, method = 'POST', asNobody }: Call) {
    const { host, origin } = new URL(config.publicUrl)
    // Writes from another site's page were refused before they came here (server/http/security.ts).
    const headers = new Headers({ 'content-type': 'application/json', host, origin })
    const agent = request.headers['user-agent']
    if (agent) headers.set('user-agent', agent.slice(0, 500))
    const cookie = await cookiesFor(request, asNobody)
    if (cookie) headers.set('cookie', cookie)
    const address = new URL(`/api/auth${path}`, config.publicUrl)
    return new Request(address, { method, headers, ...(method === 'POST' && { body: JSON.stringify(body) }) })
  }

  /**
   * Made anew from what we have read ourselves, never passed on: two readings of one header could be of two people.
   * The session is the viewer's, who may have come with an access token.
   */
  async function cookiesFor({ headers, viewer }: FastifyRequest, asNobody = false) {
    const session = viewer && !asNobody ? await sessionCookieOf(viewer.sessionId) : undefined
    const passed = passedOn.map(
      (name) => [name, findCookie(headers.cookie, `${prefix}.${name}`)?.value] as const,
    )
    return [['session_token', session] as const, ...passed]
      .filter(([, value]) => value)
      .map(([name, value = '']) => `${prefix}.${name}=${encodeURIComponent(value)}`)
      .join('; ')
  }

  async function sessionCookieOf(sessionId: string) {
    const { rows } = await pool.query<{ token: string }>('select token from sessions where id = $1', [
      sessionId,
    ])
    return rows[0] && signValue(rows[0].token, config.secret)
  }

  return { ask, raw }
}

function parsed(text: string): Told {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
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

export function refusalOf({ status }: Response, { message, code = '' }: Told) {
  const known = refusals[code]
  if (known) return refuse(...known)
  if (status === 429) {
    const wait = 'Too many wrong codes. Please wait a quarter of an hour.'
    return new Refusal('too_many_requests', wait, { retryAfter: 900 })
  }
  if (status >= 500) return refuse('internal', 'Something went wrong. Please try again.')
  return refuse(status === 401 ? 'not_signed_in' : 'invalid_request', message ?? 'This could not be done.')
}
