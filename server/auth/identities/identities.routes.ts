import { msg } from '@lingui/core/runtime-macro'
import * as contract from '#contract/identities.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { apiError, notFound } from '#server/http/errors.ts'
import { createFairQueue } from '#server/http/fair-queue.ts'
import type { App } from '#server/http/fastify.ts'
import { route } from '#server/http/route.ts'
import { recordEvent } from '#server/http/security-events.ts'
import { type SessionViewer, viewerOf } from '#server/http/viewer.ts'
import type { AuthDependencies } from '../better-auth/auth.ts'
import { deletePendingSignIns, requireRecentConfirmation } from '../sessions/sessions.queries.ts'
import { finishAtCallback, linkIdentity, openProviderAuth, signInWithProvider } from './oauth.ts'

const busyMessage = msg`Too many people are signing in from your network. Please try again in a moment.`

export function identityRoutes(app: App, baseDeps: AuthDependencies) {
  const { config, db } = baseDeps
  const deps = {
    ...baseDeps,
    authOf: openProviderAuth(baseDeps),
    // Creating an account holds one connection while it needs another, so many at a time could deadlock.
    signInQueue: createFairQueue({ concurrency: 3, maxPerClient: 100, busyMessage, retryAfter: 5 }),
  }
  const providers = config.providers.map(({ id, name }) => ({ id, name }))

  app.route({ ...route(contract.listProviders), handler: async () => ({ providers }) })

  app.route({
    ...route(contract.listIdentities),
    handler: async (request) => {
      const all = await listIdentities(db, viewerOf(request).id)
      const linked = all.filter(({ provider }) => provider !== 'credential')
      return { hasPassword: linked.length < all.length, identities: linked, providers }
    },
  })

  app.route({
    ...route(contract.signInWithProvider),
    handler: async (request, reply) => signInWithProvider(deps, { request, reply }, request.body),
  })

  app.route({
    ...route(contract.linkIdentity),
    handler: async (request, reply) => linkIdentity(deps, { request, reply }, request.body.provider),
  })

  app.route({
    method: 'GET',
    url: '/api/auth/callback/:provider',
    schema: { hide: true },
    config: { changes: 'public' },
    handler: async (request, reply) => {
      const { provider } = request.params as { provider: string }
      return reply.redirect(await finishAtCallback(deps, { request, reply }, provider))
    },
  })

  app.route({
    ...route(contract.unlinkIdentity),
    handler: async (request) => {
      recordEvent(request, { event: 'identity-unlinked' })
      await unlinkIdentity(deps, viewerOf(request), request.params.id)
      return { success: true as const }
    },
  })
}

async function unlinkIdentity({ db, pool }: AuthDependencies, viewer: SessionViewer, id: string) {
  await requireRecentConfirmation(pool, viewer)
  const outcome = await db.transaction().execute((tx) => deleteIdentity(tx, viewer.id, id))
  if (outcome === 'absent') throw notFound('identity')
  if (outcome === 'last')
    throw apiError(
      'last_way_in',
      msg`This is your only sign-in method. Set a password or connect another account first.`,
    )
  await deletePendingSignIns(db, viewer.id)
}

async function listIdentities(db: Db, userId: string) {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'provider_id', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    provider: row.provider_id,
    createdAt: row.created_at.toISOString(),
  }))
}

/** Concurrent unlinks wait for the member's row, so that one way to sign in remains. */
async function deleteIdentity(tx: Tx, userId: string, id: string): Promise<'done' | 'absent' | 'last'> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  const all = await tx.selectFrom('accounts').select(['id', 'provider_id']).where('user_id', '=', userId).execute()
  if (!all.some((each) => each.id === id && each.provider_id !== 'credential')) return 'absent'
  if (all.length === 1) return 'last'
  await tx.deleteFrom('accounts').where('id', '=', id).where('user_id', '=', userId).execute()
  return 'done'
}
