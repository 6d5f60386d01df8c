import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  confirmPassword,
  endAllSessions,
  endSession,
  listSessions,
  readKeys,
  readSession,
  readToken,
  signIn,
  signOut,
  signUp,
} from '#contract/sessions.ts'
import type { App } from '#server/http/fastify.ts'
import { notFound, notSignedIn, refuse } from '../../http/errors.ts'
import { route } from '../../http/route.ts'
import { sessionCookie } from '../../http/session.ts'
import { viewerOf } from '../../http/viewer.ts'
import { mailAccount } from '../account-mail/account-mail.ts'
import type { Told } from '../ask.ts'
import { type Auth, tokenLifetime } from '../auth.ts'
import type { AuthRoom } from '../auth-room.ts'
import { ensureProfile } from '../ensure-profile.ts'
import { passwordProblem } from '../passwords/common-passwords.ts'
import { isPasswordOf } from '../passwords/password.queries.ts'
import { isEmailFree } from '../recovery/email-change.queries.ts'
import { deviceOf, noteEntry, tokenBeingSet } from './entry.ts'
import { findLogin, isStillPassword } from './login.ts'
import * as sessions from './sessions.queries.ts'

export function sessionRoutes(app: App, { auth, ask, config, db, pool, limits }: AuthRoom) {
  const entered = async (request: FastifyRequest, reply: FastifyReply, { user }: Told) => {
    if (!user) throw new Error('Better Auth let somebody in without saying whom')
    await noteEntry({ config, db }, request, reply, user.id)
    return { user: { id: user.id } }
  }

  app.route({
    ...route(signUp),
    handler: async (request, reply) => {
      const { name = request.body.username, ...person } = request.body
      await limits.spend('registration', request.ip)
      const problem = await passwordProblem(person.password, person)
      if (problem) throw refuse('invalid_request', problem)
      if (!(await isEmailFree(db, person.email.toLowerCase())))
        throw refuse('email_taken', 'This email is already registered.')
      const told = await ask.ask(auth, request, reply, { path: '/sign-up/email', body: { ...person, name } })
      const { user } = await entered(request, reply, told)
      await db.transaction().execute(async (tx) => {
        await ensureProfile(tx, user.id, person.bio)
        await mailAccount(tx, { kind: 'confirm-signup', userId: user.id })
      })
      return { user }
    },
  })

  app.route({
    ...route(signIn),
    handler: async (request, reply) => {
      const login = await findLogin({ config, db }, request.body.email, deviceOf(request, config))
      await limits.spend('sign-in-address', request.ip)
      await limits.spend('sign-in-account', login.bucket)
      const told = await ask.ask(auth, request, reply, { path: '/sign-in/email', body: request.body })
      await limits.forgive('sign-in-account', login.bucket)
      if (!(await isStillPassword(db, login))) await turnBack(reply, login.userId)
      return told.twoFactorRedirect ? challenged(told) : await entered(request, reply, told)
    },
  })

  /** The password was changed while this sign-in was under way: what was begun with the old one ends. */
  async function turnBack(reply: FastifyReply, userId: string | undefined) {
    const begun = tokenBeingSet(reply, config)
    if (begun) await sessions.endSessionOfToken(db, begun)
    if (userId) await sessions.dropPending(db, userId)
    reply.removeHeader('set-cookie')
    throw refuse('not_signed_in', 'Invalid email or password')
  }

  app.route({
    ...route(signOut),
    handler: async ({ viewer }, reply) => {
      if (viewer) {
        await sessions.endSession(db, viewer.id, viewer.sessionId)
        await sessions.dropPending(db, viewer.id)
      }
      reply.header('set-cookie', sessionCookie(config))
      return { success: true as const }
    },
  })

  app.route({
    ...route(readSession),
    handler: async (request) => {
      const viewer = viewerOf(request)
      const user = await sessions.findSessionUser(pool, viewer.id)
      if (!user) throw notSignedIn()
      const { token, expiresAt } = await accessToken(auth, viewer)
      return {
        access_token: token,
        token_type: 'bearer' as const,
        expires_in: tokenLifetime,
        expires_at: expiresAt,
        user,
      }
    },
  })

  app.route({
    ...route(readToken),
    handler: async (request) => ({ token: (await accessToken(auth, viewerOf(request))).token }),
  })

  app.route({ ...route(readKeys), handler: async () => auth.api.getJwks() })

  app.route({
    ...route(listSessions),
    handler: async (request) => {
      const viewer = viewerOf(request)
      return { sessions: await sessions.listDevices(db, viewer.id, viewer.sessionId) }
    },
  })

  app.route({
    ...route(endSession),
    handler: async (request) => {
      const viewer = viewerOf(request)
      const isEnded = await sessions.endSession(db, viewer.id, request.params.id)
      if (!isEnded) throw notFound('device')
      await sessions.dropPending(db, viewer.id)
      return { success: true as const }
    },
  })

  app.route({
    ...route(endAllSessions),
    handler: async (request, reply) => {
      await sessions.endSessions(db, viewerOf(request).id)
      reply.header('set-cookie', sessionCookie(config))
      return { success: true as const }
    },
  })

  app.route({
    ...route(confirmPassword),
    handler: async (request) => {
      const viewer = viewerOf(request)
      await limits.spend('password', viewer.id)
      if (!(await isPasswordOf(db, viewer.id, request.body.password)))
        throw refuse('wrong_password', 'Current password is incorrect')
      await limits.forgive('password', viewer.id)
      await sessions.noteConfirmation(db, viewer.sessionId)
      return { success: true as const }
    },
  })
}

export const challenged = ({ twoFactorMethods = [] }: Told) => ({
  twoFactorRedirect: true as const,
  twoFactorMethods,
})

/** The session is named in the token, so that it ends with it. */
async function accessToken(auth: Auth, viewer: { id: string; sessionId: string }) {
  const iat = Math.floor(Date.now() / 1000)
  const payload = { sub: viewer.id, sid: viewer.sessionId, iat }
  const { token } = await auth.api.signJWT({ body: { payload } })
  return { token, expiresAt: iat + tokenLifetime }
}
