import { msg } from '@lingui/core/runtime-macro'
import type { FastifyRequest } from 'fastify'
import { violatedConstraint } from '#server/db/constraint.ts'
import { readCookie, setCookieHeader, signedValue } from '#server/http/cookies.ts'
import { ApiError, apiError, notFound } from '#server/http/errors.ts'
import { recordEvent } from '#server/http/security-events.ts'
import { type SessionViewer, viewerOf } from '#server/http/viewer.ts'
import type { AuthDependencies, Exchange } from '../better-auth/auth.ts'
import { type BetterAuthCall, callBetterAuth } from '../better-auth/call-better-auth.ts'
import { checkOwnPassword, hasPassword } from '../passwords/passwords.ts'
import { completeSignIn, tokenBeingSet } from '../sessions/complete-sign-in.ts'
import { endConfirmations, endSessionOfToken, requireRecentConfirmation } from '../sessions/sessions.queries.ts'
import * as factors from './factors.queries.ts'
import { countCodes, hashCodes, recoveryCodes, withEnteredCode } from './recovery-codes.ts'

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
  body: { password?: string | undefined },
) {
  const { config, db, limits, pool } = deps
  const viewer = viewerOf(exchange.request)
  await limits.consume('password', viewer.id)
  if (!(await hasPassword(db, viewer.id))) await requireRecentConfirmation(pool, viewer)
  await factors.deleteUnverified(db, viewer.id)
  const enabling = callBetterAuth(deps, exchange, (api, options) => api.enableTwoFactor({ body, ...options }))
  const { totpURI = '' } = await enabling.catch(rejectConcurrentEnrollment)
  await limits.reset('password', viewer.id)
  exchange.reply.header('set-cookie', setCookieHeader(config, 'two_factor', { value: '', maxAge: 0 }))
  const factor = await factors.findFactor(db, viewer.id)
  const secret = new URL(totpURI).searchParams.get('secret')
  if (!factor || !secret) throw new Error('Better Auth began a second factor without a key')
  return { id: factor.id, type: 'totp' as const, uri: totpURI, secret }
}

function rejectConcurrentEnrollment(error: unknown): never {
  if (violatedConstraint(error) !== 'two_factors_user_unique') throw error
  throw apiError('invalid_request', msg`This was started twice at the same time. Please try again.`)
}

async function finishEnrollment(deps: AuthDependencies, exchange: Exchange, input: string) {
  const { config, db } = deps
  const viewer = viewerOf(exchange.request)
  const factor = await factors.findFactor(db, viewer.id)
  if (!factor) throw notFound('second factor')
  recordEvent(exchange.request, { event: 'factor-on', factor: 'code' })
  if (factor.verified) throw alreadyEnabled()
  await checkOwnCode(deps, exchange, input)
  const codes = recoveryCodes()
  const storedSets = { before: factor.backup_codes, now: await hashCodes(codes) }
  const token = tokenBeingSet(exchange.reply, config)
  const isEnabled = await db.transaction().execute(async (tx) => {
    await endConfirmations(tx, viewer.id, token)
    return factors.enableFactor(tx, viewer.id, storedSets)
  })
  if (!isEnabled) {
    if (await factors.isFactorOn(db, viewer.id)) throw alreadyEnabled()
    // Better Auth replaced the session without checking that it still exists. Recovery may have ended it meanwhile.
    if (token) await endSessionOfToken(db, token)
    exchange.reply.removeHeader('set-cookie')
    throw notFound('second factor')
  }
  return { user: { id: viewer.id }, recoveryCodes: codes }
}

const alreadyEnabled = () => apiError('invalid_request', msg`Two-factor sign-in is already on.`)

type Proof = { code: string; password?: string | undefined }

export async function unenrollFactor(deps: AuthDependencies, exchange: Exchange, proof: Proof) {
  const viewer = viewerOf(exchange.request)
  const factor = await factors.findFactor(deps.db, viewer.id)
  if (!factor) throw notFound('second factor')
  recordEvent(exchange.request, { event: 'factor-off', factor: readCode(proof.code).factor })
  if (factor.verified) await checkPasswordAndCode(deps, exchange, proof)
  await deps.db.transaction().execute((tx) => factors.disableFactor(tx, viewer.id))
}

export async function renewRecoveryCodes(deps: AuthDependencies, exchange: Exchange, proof: Proof) {
  const viewer = viewerOf(exchange.request)
  const factor = await factors.findFactor(deps.db, viewer.id)
  if (!factor?.verified) throw notFound('second factor')
  recordEvent(exchange.request, { event: 'recovery-codes-renewed', factor: readCode(proof.code).factor })
  await checkPasswordAndCode(deps, exchange, proof)
  const codes = recoveryCodes()
  await factors.replaceCodes(deps.db, viewer.id, await hashCodes(codes))
  return codes
}

/** Changing the second factor also requires the first, sent with this request or confirmed recently. */
async function checkPasswordAndCode(deps: AuthDependencies, exchange: Exchange, { code, password }: Proof) {
  const viewer = viewerOf(exchange.request)
  if (password === undefined) await requireRecentConfirmation(deps.pool, viewer)
  else await checkOwnPassword(deps, viewer.id, password)
  await checkOwnCode(deps, exchange, code)
}

/** Checks a signed-in member's code. Better Auth counts wrong codes at sign-in only, so we count here. */
export async function checkOwnCode(deps: AuthDependencies, exchange: Exchange, input: string) {
  const { db, limits } = deps
  const viewer = viewerOf(exchange.request)
  const { code, verify } = readCode(input)
  await limits.consume('factor-account', viewer.id)
  if (await factors.isCodeUsed(db, viewer.id, code)) throw codeUsedBefore()
  await verifyOwnCode(deps, exchange, { code, verify })
  if (!(await factors.consumeCode(db, viewer.id, code))) throw codeUsedBefore()
  await limits.reset('factor-account', viewer.id)
}

/** Better Auth takes a session that it could not read for a sign-in that waits for a code. */
const verifyOwnCode = (deps: AuthDependencies, exchange: Exchange, { code, verify }: Omit<EnteredCode, 'factor'>) =>
  withEnteredCode(code, () => callBetterAuth(deps, exchange, verify)).catch((error) => {
    const isUnread = error instanceof ApiError && error.code === 'not_signed_in'
    throw isUnread ? apiError('unavailable', msg`Your session could not be read. Please try again in a moment.`) : error
  })

/** Ignores spaces and case. Six digits are an app code, anything else is a recovery code. */
function readCode(input: string) {
  const code = input.replace(/\s/g, '').toLowerCase()
  return /^\d{6}$/.test(code) ? appCode(code) : recoveryCode(code.replace(/^(\w{5})(\w{5})$/, '$1-$2'))
}

type EnteredCode = { code: string; factor: 'code' | 'recovery code'; verify: BetterAuthCall }

const appCode = (code: string): EnteredCode => ({
  code,
  factor: 'code',
  verify: (api, options) => api.verifyTOTP({ body: { code }, ...options }),
})

const recoveryCode = (code: string): EnteredCode => ({
  code,
  factor: 'recovery code',
  verify: (api, options) => api.verifyBackupCode({ body: { code }, ...options }),
})

const codeUsedBefore = () => apiError('wrong_code', msg`This code was already used. Please wait for the next one.`)

export async function challengeFactor(deps: AuthDependencies, request: FastifyRequest) {
  const challenge = await findChallenge(deps, request)
  if (!challenge) throw apiError('not_signed_in', msg`No sign-in is waiting for a code.`)
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
export async function verifyFactor(deps: AuthDependencies, exchange: Exchange, input: string) {
  const { request } = exchange
  await deps.limits.consume('factor-address', request.ip)
  const challenge = await findChallenge(deps, request)
  if (request.viewer && !challenge) return finishEnrollment(deps, exchange, input)
  return finishSignIn(deps, exchange, { input, userId: challenge?.user_id })
}

async function finishSignIn(
  deps: AuthDependencies,
  exchange: Exchange,
  { input, userId }: { input: string; userId: string | undefined },
) {
  const { code, factor, verify } = readCode(input)
  recordEvent(exchange.request, { event: 'sign-in', factor, member: userId })
  if (userId && (await factors.isCodeUsed(deps.db, userId, code))) throw codeUsedBefore()
  const { user, token } = await withEnteredCode(code, () =>
    callBetterAuth(deps, exchange, verify, { ignoresSession: true }),
  )
  if (!user || !token) throw new Error('Better Auth took a code without saying whose')
  if (!(await factors.consumeCode(deps.db, user.id, code))) {
    await endSessionOfToken(deps.db, token)
    exchange.reply.removeHeader('set-cookie')
    throw codeUsedBefore()
  }
  return completeSignIn(deps, exchange, { user, token })
}
