import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { inEnglish } from '#contract/in-english.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { readCookie, readSetCookie, setCookieHeader, signedValue, signValue } from '#server/http/cookies.ts'
import { accountSuspended } from '#server/http/errors.ts'
import { updateEvent } from '#server/http/security-events.ts'
import { sessionCookie } from '#server/http/session.ts'
import { mailAccount } from '../account-mail/account-mail.ts'
import type { AuthDependencies, Exchange } from '../better-auth/auth.ts'
import type { BetterAuthResult } from '../better-auth/call-better-auth.ts'
import {
  deviceName,
  endOldestSessions,
  endSession,
  endSessionOfToken,
  isSuspended,
  recordDevice,
  replaceToken,
} from './sessions.queries.ts'

type Deps = Pick<AuthDependencies, 'config' | 'db'>

export async function continueAfterPassword(deps: Deps, exchange: Exchange, result: BetterAuthResult) {
  const { twoFactorRedirect, twoFactorMethods = [] } = result
  if (twoFactorRedirect) updateEvent(exchange.request, { outcome: 'code needed' })
  if (twoFactorRedirect) return { twoFactorRedirect: true as const, twoFactorMethods }
  return completeSignIn(deps, exchange, result)
}

/** After each sign-in: records the browser, notifies the member of a new one and ends the browser's former session. */
export async function completeSignIn(
  { config, db }: Deps,
  { request, reply }: Exchange,
  { user, token }: Pick<BetterAuthResult, 'user' | 'token'>,
) {
  if (!user || !token) throw new Error('Better Auth signed in a member without naming them or their session')
  const device = deviceOf(request, config) ?? randomBytes(16).toString('base64url')
  reply.header('set-cookie', setCookieHeader(config, 'device', { value: device, maxAge: deviceMaxAge }))
  const previousViewer = request.viewer
  const isAllowed = await db.transaction().execute(async (tx) => {
    if (await isSuspended(tx, user.id)) return false
    if (previousViewer) await endSession(tx, previousViewer.id, previousViewer.sessionId)
    await endOldestSessions(tx, user.id, token)
    if (!(await recordDevice(tx, user.id, device))) return true
    const label = inEnglish(deviceName(request.headers['user-agent']))
    await mailAccount(tx, { kind: 'new-device', userId: user.id, device: label, at: new Date() })
    return true
  })
  if (!isAllowed) await rejectSuspended(db, reply, token)
  return { user: { id: user.id } }
}

/** Ends the new session of a suspended member. They learn of the suspension only after proving their identity. */
async function rejectSuspended(db: Db, reply: FastifyReply, token: string): Promise<never> {
  await endSessionOfToken(db, token)
  reply.removeHeader('set-cookie')
  throw accountSuspended()
}

const deviceMaxAge = 400 * 86_400

/** A cookie that identifies the browser, set at the first sign-in and used for nothing else. */
export const deviceOf = (request: FastifyRequest, config: Config) => {
  const device = readCookie(request, config, 'device')
  return device && /^[\w-]{22}$/.test(device) ? device : undefined
}

/** Redirects and the response to a first code name the new session only in a cookie. */
export function tokenBeingSet(reply: FastifyReply, config: Config) {
  const cookie = readSetCookie(reply, config, 'session_token')
  return cookie && signedValue(cookie, config.secrets)
}

/** Rotates the session cookie after a proof of identity. Access tokens have no cookie to renew. */
export async function renewCookie({ config, db }: Deps, { request, reply }: Exchange) {
  if (!request.viewer || request.headers.authorization !== undefined) return
  const token = randomBytes(24).toString('base64url')
  await replaceToken(db, request.viewer.sessionId, token)
  reply.header('set-cookie', sessionCookie(config, signValue(token, config.secret)))
}
