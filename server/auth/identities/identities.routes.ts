import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  linkIdentity,
  listIdentities,
  listProviders,
  signInWithProvider,
  unlinkIdentity,
} from '#contract/identities.ts'
import { createFairQueue } from '#server/http/fair-queue.ts'
import type { App } from '#server/http/fastify.ts'
import { notFound, refuse } from '../../http/errors.ts'
import { route } from '../../http/route.ts'
import { viewerOf } from '../../http/viewer.ts'
import { mailAccount } from '../account-mail/account-mail.ts'
import { type Auth, createAuth } from '../auth.ts'
import type { AuthRoom } from '../auth-room.ts'
import { ensureProfile } from '../ensure-profile.ts'
import { noteEntry, tokenBeingSet } from '../sessions/entry.ts'
import { requireRecentConfirmation } from '../sessions/recent.ts'
import { dropPending, findUserOfToken } from '../sessions/sessions.queries.ts'
import { settleUsername } from '../usernames/username-of-new-user.ts'
import * as identities from './identities.queries.ts'

const arrival = '/auth/callback?type=oauth'

/**
 * Signing in from elsewhere. Each provider has a Better Auth of its own, made when first needed: one that hangs or is
 * down when asked what it offers must not keep anybody from signing in with a password or from another.
 */
export function identityRoutes(app: App, { ask, config, db, pool, limits }: AuthRoom) {
  const { providers } = config
  const names = providers.map(({ id, name }) => ({ id, name }))
  const made = new Map<string, Auth>()
  // Making an account holds one connection while it asks for another: many at once would wait for each other.
  const signInQueue = createFairQueue({ atOnce: 3, mostPerMember: 100 })

  async function authFor(id: string) {
    const provider = providers.find((each) => each.id === id)
    if (!provider) throw notFound('provider')
    const auth = made.get(id) ?? createAuth({ config, db, providers: [provider] })
    made.set(id, auth)
    if (await offers(auth, id)) return auth
    made.delete(id)
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
      await dropPending(db, viewer.id)
      return { success: true as const }
    },
  })

  /** Where a provider sends the browser back to. It is answered with a page of ours, whatever happened. */
  app.route({
    method: 'GET',
    url: '/api/auth/callback/:provider',
    schema: { hide: true },
    config: { changes: 'public' },
    handler: async (request, reply) => {
      const { provider } = request.params as { provider: string }
      if (!(await limits.tryToSpend('link-address', request.ip)))
        return reply.redirect(`${arrival}&error=too_many_requests`)
      const auth = await authFor(provider)
      const query = new URL(request.url, 'http://callback').search
      const call = { path: `/callback/${provider}${query}`, method: 'GET' as const }
      const { answer, told } = await signInQueue(request.ip, () => ask.raw(auth, request, reply, call))
      if (told.twoFactorRedirect) return reply.redirect('/?second_factor=1')
      await arrived(request, reply)
      const page = ownPage(answer.headers.get('location'))
      if (request.viewer && page.includes('?linked=')) await tellOfLink(request.viewer.id, provider)
      return reply.redirect(page)
    },
  })

  async function tellOfLink(userId: string, provider: string) {
    const name = names.find(({ id }) => id === provider)?.name ?? provider
    const mail = { kind: 'identity-linked', userId, provider: name, at: new Date() } as const
    await db.transaction().execute((tx) => mailAccount(tx, mail))
  }

  async function arrived(request: FastifyRequest, reply: FastifyReply) {
    const token = tokenBeingSet(reply, config)
    const userId = token && (await findUserOfToken(db, token))
    if (!userId) return
    await settleUsername(db, userId)
    await db.transaction().execute(async (tx) => {
      const isNew = await ensureProfile(tx, userId, null)
      await identities.noteConfirmedEmail(tx, userId)
      if (isNew && !(await identities.isEmailConfirmed(tx, userId)))
        await mailAccount(tx, { kind: 'confirm-signup', userId })
    })
    await noteEntry({ config, db }, request, reply, userId)
  }

  /** Never another site's, whatever a provider or a stored state says. */
  function ownPage(location: string | null) {
    const address = new URL(location ?? arrival, config.publicUrl)
    const isOurs = address.origin === new URL(config.publicUrl).origin && !address.pathname.startsWith('//')
    return isOurs ? address.pathname + address.search : arrival
  }
}

/** How long, in milliseconds, a provider may take to say what it offers. */
const patience = 5_000

async function offers(auth: Auth, id: string) {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), patience)
  const context = await Promise.race([auth.$context, late])
  clearTimeout(timer)
  return context?.socialProviders.some((each) => each.id === id) === true
}
