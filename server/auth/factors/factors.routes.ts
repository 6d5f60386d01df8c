import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  challengeFactor,
  enrollFactor,
  readFactors,
  renewRecoveryCodes,
  unenrollFactor,
  verifyFactor,
} from '#contract/factors.ts'
import type { App } from '#server/http/fastify.ts'
import { brokenConstraint } from '../../db/constraint.ts'
import { notFound, refuse } from '../../http/errors.ts'
import { route } from '../../http/route.ts'
import { cookiePrefix, cookieText } from '../../http/session.ts'
import { findCookie, signedValue } from '../../http/signed-cookie.ts'
import { viewerOf } from '../../http/viewer.ts'
import type { AuthRoom } from '../auth-room.ts'
import { hasPassword } from '../passwords/password.queries.ts'
import { noteEntry } from '../sessions/entry.ts'
import { requireRecentConfirmation } from '../sessions/recent.ts'
import { endSessionOfToken } from '../sessions/sessions.queries.ts'
import * as factors from './factors.queries.ts'
import { keptCodes, leftCodes, recoveryCodes } from './recovery-codes.ts'
import { readCode } from './typed-code.ts'

const replayed = () => refuse('wrong_code', 'This code was used already. Please wait for the next one.')

export function factorRoutes(app: App, { auth, ask, config, db, pool, limits }: AuthRoom) {
  app.route({
    ...route(readFactors),
    handler: async (request) => {
      const factor = await factors.findFactor(db, viewerOf(request).id)
      const status = factor?.verified ? ('verified' as const) : ('unverified' as const)
      return {
        factors: factor ? [{ id: factor.id, type: 'totp' as const, status }] : [],
        recoveryCodesLeft: factor?.verified ? (await leftCodes(config, factor.backup_codes)).length : 0,
      }
    },
  })

  app.route({
    ...route(enrollFactor),
    handler: async (request, reply) => {
      const viewer = viewerOf(request)
      await limits.spend('password', viewer.id)
      if (!(await hasPassword(db, viewer.id))) await requireRecentConfirmation(pool, viewer)
      await factors.dropUnverified(db, viewer.id)
      const { totpURI = '' } = await ask
        .ask(auth, request, reply, { path: '/two-factor/enable', body: request.body })
        .catch(refuseBegunTwice)
      await limits.forgive('password', viewer.id)
      reply.header('set-cookie', cookieText(config, 'two_factor', '', 0))
      const factor = await factors.findFactor(db, viewer.id)
      const secret = new URL(totpURI).searchParams.get('secret')
      if (!factor || !secret) throw new Error('Better Auth began a second factor without a key')
      return { id: factor.id, type: 'totp' as const, uri: totpURI, secret }
    },
  })

  app.route({
    ...route(challengeFactor),
    handler: async (request) => {
      const challenge = await challengeOf(request)
      if (!challenge) throw refuse('not_signed_in', 'There is no sign-in that waits for a code.')
      return {
        factors: [{ id: challenge.id, type: 'totp' as const }],
        expires_at: Math.floor(challenge.expires_at.getTime() / 1000),
      }
    },
  })

  app.route({
    ...route(verifyFactor),
    handler: async (request, reply) => {
      await limits.spend('factor-address', request.ip)
      const challenge = await challengeOf(request)
      if (request.viewer && !challenge) return endEnrollment(request, reply)
      return endSignIn(request, reply, challenge?.user_id)
    },
  })

  async function challengeOf({ headers }: FastifyRequest) {
    const cookie = findCookie(headers.cookie, `${cookiePrefix(config)}.two_factor`)
    const identifier = cookie && signedValue(cookie.value, config.secret)
    return identifier ? factors.findChallenge(db, identifier) : undefined
  }

  /** A sign-in that waits comes first, whoever else is signed in in this browser. */
  async function endSignIn(
    request: FastifyRequest<{ Body: { code: string } }>,
    reply: FastifyReply,
    userId: string | undefined,
  ) {
    const { path, code } = readCode(request.body.code)
    if (userId && (await factors.isUsed(db, userId, code))) throw replayed()
    const { user, token } = await ask.ask(auth, request, reply, { path, body: { code }, asNobody: true })
    if (!user || !token) throw new Error('Better Auth took a code without saying whose')
    if (!(await factors.spendCode(db, user.id, code))) {
      await endSessionOfToken(db, token)
      reply.removeHeader('set-cookie')
      throw replayed()
    }
    await noteEntry({ config, db }, request, reply, user.id)
    return { user: { id: user.id } }
  }

  async function endEnrollment(request: FastifyRequest<{ Body: { code: string } }>, reply: FastifyReply) {
    const viewer = viewerOf(request)
    const factor = await factors.findFactor(db, viewer.id)
    if (!factor) throw notFound('second factor')
    if (factor.verified) throw refuse('invalid_request', 'Two-factor sign-in is on already.')
    await prove(request, reply, request.body.code)
    const isOn = await db.transaction().execute((tx) => factors.turnOn(tx, viewer.id))
    if (!isOn) throw notFound('second factor')
    return {
      user: { id: viewer.id },
      recoveryCodes: await leftCodes(config, factor.backup_codes),
    }
  }

  app.route({
    ...route(unenrollFactor),
    handler: async (request, reply) => {
      const viewer = viewerOf(request)
      const factor = await factors.findFactor(db, viewer.id)
      if (!factor) throw notFound('second factor')
      if (factor.verified) await prove(request, reply, request.body.code)
      await db.transaction().execute((tx) => factors.turnOff(tx, viewer.id))
      return { success: true as const }
    },
  })

  app.route({
    ...route(renewRecoveryCodes),
    handler: async (request, reply) => {
      const factor = await factors.findFactor(db, viewerOf(request).id)
      if (!factor?.verified) throw notFound('second factor')
      await prove(request, reply, request.body.code)
      const codes = recoveryCodes()
      await factors.replaceCodes(db, viewerOf(request).id, await keptCodes(config, codes))
      return { recoveryCodes: codes }
    },
  })

  /** Checks a code of somebody who is signed in. Better Auth counts wrong ones at sign-in only, so we do here. */
  async function prove(request: FastifyRequest, reply: FastifyReply, typed: string) {
    const viewer = viewerOf(request)
    const { path, code } = readCode(typed)
    await limits.spend('factor-account', viewer.id)
    if (await factors.isUsed(db, viewer.id, code)) throw replayed()
    await ask.ask(auth, request, reply, { path, body: { code } })
    if (!(await factors.spendCode(db, viewer.id, code))) throw replayed()
    await limits.forgive('factor-account', viewer.id)
  }
}

function refuseBegunTwice(error: unknown): never {
  if (brokenConstraint(error) !== 'two_factors_user_unique') throw error
  throw refuse('invalid_request', 'This was begun twice at the same time. Please try again.')
}
