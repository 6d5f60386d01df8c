import type { FastifyRequest } from 'fastify'
import { readCookie, signedValue } from '#server/http/cookies.ts'
import { refuse } from '#server/http/errors.ts'
import { noteEvent } from '#server/http/security-events.ts'
import type { AuthDependencies, Exchange } from '../auth-dependencies.ts'
import { callBetterAuth } from '../better-auth/call-better-auth.ts'
import { completeSignIn } from '../sessions/complete-sign-in.ts'
import { endSessionOfToken } from '../sessions/sessions.queries.ts'
import { finishEnrollment } from './enrollment.ts'
import * as factors from './factors.queries.ts'
import { withTypedCode } from './recovery-codes.ts'
import { codeUsedBefore, factorOf, readCode } from './typed-code.ts'

/** The sign-in that waits for a code in this browser. */
export async function challengeFactor(deps: AuthDependencies, request: FastifyRequest) {
  const challenge = await findChallenge(deps, request)
  if (!challenge) throw refuse('not_signed_in', 'There is no sign-in that waits for a code.')
  return {
    factors: [{ id: challenge.id, type: 'totp' as const }],
    expires_at: Math.floor(challenge.expires_at.getTime() / 1000),
  }
}

async function findChallenge({ config, db }: AuthDependencies, request: FastifyRequest) {
  const cookie = readCookie(request, config, 'two_factor')
  const identifier = cookie && signedValue(cookie, config.secrets)
  return identifier ? factors.findChallenge(db, identifier) : undefined
}

/** Takes a code. A sign-in that waits for it comes first, whoever else is signed in in this browser. */
export async function verifyFactor(deps: AuthDependencies, exchange: Exchange, typed: string) {
  const { request } = exchange
  await deps.limits.spend('factor-address', request.ip)
  const challenge = await findChallenge(deps, request)
  if (request.viewer && !challenge) return finishEnrollment(deps, exchange, typed)
  return finishSignIn(deps, exchange, { typed, userId: challenge?.user_id })
}

async function finishSignIn(
  deps: AuthDependencies,
  exchange: Exchange,
  { typed, userId }: { typed: string; userId: string | undefined },
) {
  const { path, code } = readCode(typed)
  noteEvent(exchange.request, { event: 'sign-in', factor: factorOf(typed), member: userId })
  if (userId && (await factors.isUsed(deps.db, userId, code))) throw codeUsedBefore()
  const call = { path, body: { code }, asNobody: true }
  const { user, token } = await withTypedCode(code, () => callBetterAuth(deps, exchange, call))
  if (!user || !token) throw new Error('Better Auth took a code without saying whose')
  if (!(await factors.spendCode(deps.db, user.id, code))) {
    await endSessionOfToken(deps.db, token)
    exchange.reply.removeHeader('set-cookie')
    throw codeUsedBefore()
  }
  return completeSignIn(deps, exchange, user)
}
