import { brokenConstraint } from '#server/db/constraint.ts'
import { setCookieHeader } from '#server/http/cookies.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import { noteEvent } from '#server/http/security-events.ts'
import { type SessionViewer, viewerOf } from '#server/http/viewer.ts'
import type { AuthDependencies, Exchange } from '../auth-dependencies.ts'
import { callBetterAuth } from '../better-auth/call-better-auth.ts'
import { checkOwnPassword, hasPassword } from '../passwords/passwords.ts'
import { tokenBeingSet } from '../sessions/complete-sign-in.ts'
import { requireRecentConfirmation } from '../sessions/recent-confirmation.ts'
import { endConfirmations } from '../sessions/sessions.queries.ts'
import { checkOwnCode } from './check-own-code.ts'
import * as factors from './factors.queries.ts'
import { countCodes, keptCodes, recoveryCodes } from './recovery-codes.ts'
import { factorOf } from './typed-code.ts'

/** The viewer's second factor, and how many recovery codes are left. */
export async function readFactors({ config, db }: AuthDependencies, viewer: SessionViewer) {
  const factor = await factors.findFactor(db, viewer.id)
  const status = factor?.verified ? ('verified' as const) : ('unverified' as const)
  return {
    factors: factor ? [{ id: factor.id, type: 'totp' as const, status }] : [],
    recoveryCodesLeft: factor?.verified ? await countCodes(config, factor.backup_codes) : 0,
  }
}

/** Begins a second factor, and answers the key for the app; it counts once a code of it was given. */
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
  throw refuse('invalid_request', 'This was begun twice at the same time. Please try again.')
}

/** Turns the second factor on with a first code, and answers the recovery codes. */
export async function finishEnrollment(deps: AuthDependencies, exchange: Exchange, typed: string) {
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

const onAlready = () => refuse('invalid_request', 'Two-factor sign-in is on already.')

type Proof = { code: string; password?: string | undefined }

/** Turns the second factor off; one that never counted needs no code. */
export async function unenrollFactor(deps: AuthDependencies, exchange: Exchange, proof: Proof) {
  const viewer = viewerOf(exchange.request)
  const factor = await factors.findFactor(deps.db, viewer.id)
  if (!factor) throw notFound('second factor')
  noteEvent(exchange.request, { event: 'factor-off', factor: factorOf(proof.code) })
  if (factor.verified) await checkBoth(deps, exchange, proof)
  await deps.db.transaction().execute((tx) => factors.turnOff(tx, viewer.id))
}

/** Gives new recovery codes for a code; the old ones end. */
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

/** The second factor is not enough to change it: the first is given as well, here or lately. */
async function checkBoth(deps: AuthDependencies, exchange: Exchange, { code, password }: Proof) {
  const viewer = viewerOf(exchange.request)
  if (password === undefined) await requireRecentConfirmation(deps.pool, viewer)
  else await checkOwnPassword(deps, viewer.id, password)
  await checkOwnCode(deps, exchange, code)
}
