import type { FastifyRequest } from 'fastify'
import { brokenConstraint } from '#server/db/constraint.ts'
import { readCookie, setCookieHeader, signedValue } from '#server/http/cookies.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import { noteEvent } from '#server/http/security-events.ts'
import { type SessionViewer, viewerOf } from '#server/http/viewer.ts'
import type { AuthDependencies, Exchange } from '../better-auth/auth.ts'
import { callBetterAuth } from '../better-auth/call-better-auth.ts'
import { checkOwnPassword, hasPassword } from '../passwords/passwords.ts'
import { completeSignIn, tokenBeingSet } from '../sessions/complete-sign-in.ts'
import {
  endConfirmations,
  endSessionOfToken,
  requireRecentConfirmation,
} from '../sessions/sessions.queries.ts'
import * as factors from './factors.queries.ts'
import { countCodes, keptCodes, recoveryCodes, withTypedCode } from './recovery-codes.ts'

export async function readFactors({ config, db }: AuthDependencies, viewer: SessionViewer) {
  const factor = await factors.findFactor(db, viewer.id)
  const status = factor?.verified ? ('verified' as const) : ('unverified' as const)
  return {
    factors: factor ? [{ id: factor.id, type: 'totp' as const, status }] : [],
    recoveryCodesLeft: factor?.verified ? await countCodes(config, factor.backup_codes) : 0,
  }
}

export async function enrollFactor(
  deps: AuthDependencies,
  exchange: Exchange,
  given: { password?: string | undefined },
) {
  const { config, db, limits, pool } = deps
  const viewer = viewerOf(exchange.request)
  await limits.spend('password', viewer.id)
  if (!(await hasPassword(db, viewer.id))) await requireRecentConfirmation(pool, viewer)
  await factors.dropUnverified(db, viewer.id)
  const enabling = callBetterAuth(deps, exchange, { path: '/two-factor/enable', body: given })
  const { totpURI = '' } = await enabling.catch(refuseBegunTwice)
  await limits.forgive('password', viewer.id)
  exchange.reply.header('set-cookie', setCookieHeader(config, 'two_factor', { value: '', maxAge: 0 }))
  const factor = await factors.findFactor(db, viewer.id)
  const secret = new URL(totpURI).searchParams.get('secret')
  if (!factor || !secret) throw new Error('Better Auth began a second factor without a key')
  return { id: factor.id, type: 'totp' as const, uri: totpURI, secret }
}

function refuseBegunTwice(error: unknown): never {
  if (brokenConstraint(error) !== 'two_factors_user_unique') throw error
  throw refuse('invalid_request', 'This was started twice at the same time. Please try again.')
}

async function finishEnrollment(deps: AuthDependencies, exchange: Exchange, typed: string) {
  const { config, db } = deps
  const viewer = viewerOf(exchange.request)
  const factor = await factors.findFactor(db, viewer.id)
  if (!factor) throw notFound('second factor')
  noteEvent(exchange.request, { event: 'factor-on', factor: 'code' })
  if (factor.verified) throw onAlready()
  await checkOwnCode(deps, exchange, typed)
  const codes = recoveryCodes()
  const kept = { before: factor.backup_codes, now: await keptCodes(codes) }
  const isOn = await db.transaction().execute(async (tx) => {
    await endConfirmations(tx, viewer.id, tokenBeingSet(exchange.reply, config))
    return factors.turnOn(tx, viewer.id, kept)
  })
  if (!isOn)
    throw (await factors.findFactor(db, viewer.id))?.verified ? onAlready() : notFound('second factor')
  return { user: { id: viewer.id }, recoveryCodes: codes }
}

const onAlready = () => refuse('invalid_request', 'Two-factor sign-in is already on.')

type Proof = { code: string; password?: string | undefined }

export async function unenrollFactor(deps: AuthDependencies, exchange: Exchange, proof: Proof) {
  const viewer = viewerOf(exchange.request)
  const factor = await factors.findFactor(deps.db, viewer.id)
  if (!factor) throw notFound('second factor')
  noteEvent(exchange.request, { event: 'factor-off', factor: factorOf(proof.code) })
  if (factor.verified) await checkBoth(deps, exchange, proof)
  await deps.db.transaction().execute((tx) => factors.turnOff(tx, viewer.id))
}

export async function renewRecoveryCodes(deps: AuthDependencies, exchange: Exchange, proof: Proof) {
  const viewer = viewerOf(exchange.request)
  const factor = await factors.findFactor(deps.db, viewer.id)
  if (!factor?.verified) throw notFound('second factor')
  noteEvent(exchange.request, { event: 'recovery-codes-renewed', factor: factorOf(proof.code) })
  await checkBoth(deps, exchange, proof)
  const codes = recoveryCodes()
  await factors.replaceCodes(deps.db, viewer.id, await keptCodes(codes))
  return codes
}

/** Changing the second factor also requires the first, sent with this request or confirmed recently. */
async function checkBoth(deps: AuthDependencies, exchange: Exchange, { code, password }: Proof) {
  const viewer = viewerOf(exchange.request)
  if (password === undefined) await requireRecentConfirmation(deps.pool, viewer)
  else await checkOwnPassword(deps, viewer.id, password)
  await checkOwnCode(deps, exchange, code)
}

/** Checks a signed-in member's code. Better Auth counts wrong codes at sign-in only, so we count here. */
export async function checkOwnCode(deps: AuthDependencies, exchange: Exchange, typed: string) {
  const { db, limits } = deps
  const viewer = viewerOf(exchange.request)
  const { path, code } = readCode(typed)
  await limits.spend('factor-account', viewer.id)
  if (await factors.isUsed(db, viewer.id, code)) throw codeUsedBefore()
  await withTypedCode(code, () => callBetterAuth(deps, exchange, { path, body: { code } }))
  if (!(await factors.spendCode(db, viewer.id, code))) throw codeUsedBefore()
  await limits.forgive('factor-account', viewer.id)
}

/** Ignores spaces and case. Six digits are an app code, anything else is a recovery code. */
function readCode(typed: string) {
  const code = typed.replace(/\s/g, '').toLowerCase()
  if (/^\d{6}$/.test(code)) return { path: '/two-factor/verify-totp', code }
  return { path: '/two-factor/verify-backup-code', code: code.replace(/^(\w{5})(\w{5})$/, '$1-$2') }
}

const factorOf = (typed: string) =>
  readCode(typed).path === '/two-factor/verify-totp' ? 'code' : 'recovery code'

const codeUsedBefore = () => refuse('wrong_code', 'This code was already used. Please wait for the next one.')

export async function challengeFactor(deps: AuthDependencies, request: FastifyRequest) {
  const challenge = await findChallenge(deps, request)
  if (!challenge) throw refuse('not_signed_in', 'No sign-in is waiting for a code.')
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

/** Verifies a code. A pending sign-in takes precedence over the browser's session. */
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
