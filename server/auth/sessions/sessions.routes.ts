import { msg } from '@lingui/core/runtime-macro'
import * as accounts from '#contract/accounts.ts'
import * as contract from '#contract/sessions.ts'
import { apiError, notFound, notSignedIn } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { acceptedLanguage } from '#server/http/negotiate-language.ts'
import { route } from '#server/http/route.ts'
import { recordEvent } from '#server/http/security-events.ts'
import { sessionCookie } from '#server/http/session.ts'
import { type SessionViewer, viewerOf } from '#server/http/viewer.ts'
import { type Auth, type AuthDependencies, type Exchange, tokenLifetime } from '../better-auth/auth.ts'
import { isFactorOn } from '../factors/factors.queries.ts'
import { checkOwnCode } from '../factors/factors.ts'
import { checkOwnPassword } from '../passwords/passwords.ts'
import { renewCookie } from './complete-sign-in.ts'
import { revokeAccess } from './revoke-access.ts'
import * as sessions from './sessions.queries.ts'
import { findSessionUser, recordConfirmation, requireRecentConfirmation } from './sessions.queries.ts'
import { signIn } from './sign-in.ts'
import { signUp } from './sign-up.ts'

const success = { success: true as const }

export function sessionRoutes(app: App, deps: AuthDependencies) {
  signInRoutes(app, deps)
  sessionInfoRoutes(app, deps)
  deviceRoutes(app, deps)
}

function signInRoutes(app: App, deps: AuthDependencies) {
  const { config, db } = deps

  app.route({
    ...route(accounts.signUp),
    handler: async (request, reply) => signUp(deps, { request, reply }, request.body),
  })

  app.route({
    ...route(contract.signIn),
    handler: async (request, reply) => signIn(deps, { request, reply }, request.body),
  })

  app.route({
    ...route(contract.signOut),
    handler: async (request, reply) => {
      const { viewer } = request
      recordEvent(request, { event: 'sign-out' })
      if (viewer) {
        await sessions.endSession(db, viewer.id, viewer.sessionId)
        await sessions.deletePendingSignIns(db, viewer.id)
      }
      reply.header('set-cookie', sessionCookie(config))
      return success
    },
  })

  app.route({
    ...route(contract.confirmPassword),
    handler: async (request, reply) => {
      await confirmIdentity(deps, { request, reply }, request.body)
      return success
    },
  })
}

function sessionInfoRoutes(app: App, deps: AuthDependencies) {
  const { auth } = deps

  app.route({
    ...route(contract.readSession),
    handler: async (request) => readSession(deps, viewerOf(request)),
  })

  app.route({
    ...route(contract.readToken),
    handler: async (request) => ({ token: (await issueAccessToken(auth, viewerOf(request))).token }),
  })

  app.route({ ...route(contract.readKeys), handler: async () => auth.api.getJwks() })
}

function deviceRoutes(app: App, { config, db, pool }: AuthDependencies) {
  app.route({
    ...route(contract.listSessions),
    handler: async (request) => {
      const viewer = viewerOf(request)
      return { sessions: await sessions.listDevices(db, { viewer, language: acceptedLanguage(request) }) }
    },
  })

  app.route({
    ...route(contract.endSession),
    handler: async (request) => {
      const viewer = viewerOf(request)
      recordEvent(request, { event: 'sign-out' })
      await requireRecentConfirmation(pool, viewer)
      const isEnded = await sessions.endSession(db, viewer.id, request.params.id)
      if (!isEnded) throw notFound('device')
      await sessions.deletePendingSignIns(db, viewer.id)
      return success
    },
  })

  app.route({
    ...route(contract.endAllSessions),
    handler: async (request, reply) => {
      const viewer = viewerOf(request)
      recordEvent(request, { event: 'sign-out' })
      await requireRecentConfirmation(pool, viewer)
      await db.transaction().execute((tx) => revokeAccess(tx, { userId: viewer.id }))
      reply.header('set-cookie', sessionCookie(config))
      return success
    },
  })
}

type Proof = { password: string; code?: string | undefined }

async function confirmIdentity(deps: AuthDependencies, exchange: Exchange, { password, code }: Proof) {
  const viewer = viewerOf(exchange.request)
  recordEvent(exchange.request, { event: 'confirm', factor: code ? 'password and code' : 'password' })
  await checkOwnPassword(deps, viewer.id, password)
  if (await isFactorOn(deps.db, viewer.id)) {
    if (code === undefined) throw codeMissing()
    await checkOwnCode(deps, exchange, code)
  }
  await recordConfirmation(deps.db, viewer.sessionId)
  await renewCookie(deps, exchange)
}

const codeMissing = () => apiError('wrong_code', msg`Please also enter a code from your authenticator app.`)

async function readSession({ auth, pool }: AuthDependencies, viewer: SessionViewer) {
  const user = await findSessionUser(pool, viewer.id)
  if (!user) throw notSignedIn()
  const { token, expiresAt } = await issueAccessToken(auth, viewer)
  return {
    access_token: token,
    token_type: 'bearer' as const,
    expires_in: tokenLifetime,
    expires_at: expiresAt,
    user,
  }
}

async function issueAccessToken(auth: Auth, viewer: SessionViewer) {
  const iat = Math.floor(Date.now() / 1000)
  const payload = { sub: viewer.id, sid: viewer.sessionId, iat }
  const { token } = await auth.api.signJWT({ body: { payload } })
  return { token, expiresAt: iat + tokenLifetime }
}
