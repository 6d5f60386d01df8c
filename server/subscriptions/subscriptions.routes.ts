import { msg } from '@lingui/core/runtime-macro'
import type pg from 'pg'
import * as contract from '#contract/subscriptions.ts'
import { requireRecentConfirmation } from '#server/auth/sessions/sessions.queries.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { apiError, notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import type { Limits } from '#server/http/rate-limits.ts'
import { route } from '#server/http/route.ts'
import { requireSelf } from '#server/http/viewer.ts'
import { canSendDigest } from './digest-mail.ts'
import { followingFeedAddress } from './following-feed.routes.ts'
import {
  chooseDigest,
  findSubscriptions,
  removeFollowingFeed,
  renewFollowingFeed,
  unsubscribe,
} from './subscriptions.queries.ts'

type Deps = { config: Config; db: Db; limits: Limits; pool: pg.Pool }

export function subscriptionRoutes(app: App, deps: Deps) {
  const { config, db, pool } = deps
  app.route({
    ...route(contract.readSubscriptions),
    handler: async (request) => {
      const viewer = requireSelf(request, request.params.id)
      const { digest, feedSecret } = await findSubscriptions(request.readPool, viewer.id)
      return { digest, canSendDigest: canSendDigest(config), hasFeed: feedSecret !== null }
    },
  })

  app.route({
    ...route(contract.readFollowingFeed),
    handler: async (request) => {
      const viewer = requireSelf(request, request.params.id)
      await requireRecentConfirmation(pool, viewer)
      const { feedSecret } = await findSubscriptions(pool, viewer.id)
      if (feedSecret === null) throw notFound('feed')
      return { feedUrl: config.publicUrl + followingFeedAddress(feedSecret) }
    },
  })

  app.route({
    ...route(contract.chooseDigest),
    handler: async (request) => {
      const viewer = requireSelf(request, request.params.id)
      const { digest } = request.body
      if (digest !== 'off' && !canSendDigest(config)) throw apiError('not_offered', msg`This site does not send email.`)
      await chooseDigest(pool, viewer.id, digest)
      return { success: true as const }
    },
  })

  app.route({
    ...route(contract.renewFollowingFeed),
    handler: async (request) => {
      const viewer = requireSelf(request, request.params.id)
      await requireRecentConfirmation(pool, viewer)
      const secret = await db.transaction().execute((tx) => renewFollowingFeed(tx, viewer))
      return { feedUrl: config.publicUrl + followingFeedAddress(secret) }
    },
  })

  app.route({
    ...route(contract.removeFollowingFeed),
    handler: async (request) => {
      const viewer = requireSelf(request, request.params.id)
      await removeFollowingFeed(pool, viewer.id)
      return { success: true as const }
    },
  })

  app.register(async (scope) => unsubscribeRoutes(scope, deps))
}

function unsubscribeRoutes(scope: App, { limits, pool }: Deps) {
  // Mail programs send a form (RFC 8058). The address says everything, so the form is not read.
  scope.addContentTypeParser(['application/x-www-form-urlencoded', 'multipart/form-data'], (_request, _body, done) =>
    done(null),
  )

  scope.route({
    ...route(contract.unsubscribe, { allowsForeignOrigin: true }),
    handler: async ({ query, ip }) => {
      await limits.consume('unsubscribe', ip)
      if (!(await unsubscribe(pool, query.token))) throw apiError('link_expired', msg`This link is not valid.`)
      return { success: true as const }
    },
  })

  // Scanners open every link of an email, so opening this one only leads to a page with a button.
  scope.get(
    '/api/digest/unsubscribe',
    { schema: { hide: true, querystring: contract.unsubscribeQuery } },
    async ({ query }, reply) => reply.redirect(`/unsubscribe#token=${query.token}`, 303),
  )
}
