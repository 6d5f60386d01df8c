import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  linkIdentity,
  listIdentities,
  listProviders,
  signInWithProvider,
  unlinkIdentity,
} from '#contract/identities.ts'
import type { App } from '../../app.ts'
import { notFound, refuse } from '../../http/errors.ts'
import { route } from '../../http/route.ts'
import { cookiePrefix } from '../../http/session.ts'
import { findCookie, signedValue } from '../../http/signed-cookie.ts'
import { viewerOf } from '../../http/viewer.ts'
import { createAuth } from '../auth.ts'
import type { AuthRoom } from '../auth-room.ts'
import { ensureProfile } from '../ensure-profile.ts'
import { mailAccount } from '../letters/account-mail.ts'
import { noteEntry } from '../sessions/entry.ts'
import { requireRecentConfirmation } from '../sessions/recent.ts'
import { findUserOfToken } from '../sessions/sessions.queries.ts'
import * as identities from './identities.queries.ts'

const arrival = '/auth/callback?type=oauth'

/**
 * Signing in from elsewhere. It has a Better Auth of its own, made when first needed: an OpenID provider that hangs
 * or is down when asked what it offers must not keep anybody from signing in with a password.
 */
export function identityRoutes(app: App, { ask, config, db, pool, limits }: AuthRoom) {
  const { providers } = config
  const names = providers.map(({ id, name }) => ({ id, name }))
  let made: ReturnType<typeof createAuth> | undefined

  async function authFor(provider: string) {
    if (!providers.some(({ id }) => id === provider)) throw notFound('provider')
    made ??= createAuth({ config, db, providers })
    const auth = made
    const { socialProviders } = await auth.$context
    if (socialProviders.some(({ id }) => id === provider)) return auth
    made = undefined
    throw refuse('unavailable', 'The provider cannot be reached right now. Please try again in a moment.')
  }

  app.route({ ...route(listProviders), handler: async () => ({ providers: names }) })

  app.route({
    ...route(listIdentities),
    handler: async (request) => {
      const all = await identities.listIdentities(db, viewerOf(request).id)
      const linked = all.filter(({ provider }) => provider !== 'credential')
      return { hasPassword: linked.length < all.length, identities: linked, providers: names }
    },
  })

  app.route({
    ...route(signInWithProvider),
    handler: async (request, reply) => {
      const { provider } = request.body
      await limits.spend('sign-in-address', request.ip)
      return onward(request, reply, provider, {
        path: '/sign-in/social',
        callbackURL: arrival,
        errorCallbackURL: arrival,
      })
    },
  })

  app.route({
    ...route(linkIdentity),
    handler: async (request, reply) => {
      const { provider } = request.body
      await requireRecentConfirmation(pool, viewerOf(request))
      return onward(request, reply, provider, {
        path: '/link-social',
        callbackURL: `/account-settings?linked=${provider}`,
        errorCallbackURL: '/account-settings',
      })
    },
  })

  async function onward(
    request: FastifyRequest,
    reply: FastifyReply,
    provider: string,
    { path, ...ways }: { path: string; callbackURL: string; errorCallbackURL: string },
  ) {
    const auth = await authFor(provider)
    const body = { provider, ...ways, disableRedirect: true }
    const { url = '' } = await ask.ask(auth, request, reply, { path, body })
    return { url, redirect: true }
  }

  app.route({
    ...route(unlinkIdentity),
    handler: async (request) => {
      const viewer = viewerOf(request)
      await requireRecentConfirmation(pool, viewer)
      const outcome = await db
        .transaction()
        .execute((tx) => identities.unlinkIdentity(tx, viewer.id, request.params.id))
      if (outcome === 'absent') throw notFound('identity')
      if (outcome === 'last')
        throw refuse('last_way_in', 'This is your only way in. Set a password or link another one first.')
      return { success: true as const }
    },
  })

  /** Where a provider sends the browser back to. It is answered with a page of ours, whatever happened. */
  app.route({
    method: 'GET',
    url: '/api/auth/callback/:provider',
    schema: { hide: true },
    handler: async (request, reply) => {
      const { provider } = request.params as { provider: string }
      const auth = await authFor(provider)
      const query = new URL(request.url, 'http://callback').search
      const call = { path: `/callback/${provider}${query}`, method: 'GET' as const }
      const { answer, told } = await ask.raw(auth, request, reply, call)
      if (told.twoFactorRedirect) return reply.redirect('/?second_factor=1')
      await arrived(request, reply)
      return reply.redirect(ownPage(answer.headers.get('location')))
    },
  })

  /** A session that was begun just now is in the cookie that is about to be set. */
  async function arrived(request: FastifyRequest, reply: FastifyReply) {
    const token = tokenBeingSet(reply)
    const userId = token && (await findUserOfToken(db, token))
    if (!userId) return
    await db.transaction().execute(async (tx) => {
      const isNew = await ensureProfile(tx, userId, null)
      if (isNew && !(await identities.isEmailConfirmed(tx, userId)))
        await mailAccount(tx, { kind: 'confirm-signup', userId })
    })
    await noteEntry({ config, db }, request, reply, userId)
  }

  function tokenBeingSet(reply: FastifyReply) {
    const cookies = [reply.getHeader('set-cookie') ?? []].flat().map((line) => String(line).split(';', 1)[0])
    const cookie = findCookie(cookies.join('; '), `${cookiePrefix(config)}.session_token`)
    return cookie && signedValue(cookie.value, config.secret)
  }

  /** Never another site's, whatever a provider or a stored state says. */
  function ownPage(location: string | null) {
    const address = new URL(location ?? arrival, config.publicUrl)
    return address.origin === new URL(config.publicUrl).origin ? address.pathname + address.search : arrival
  }
}
