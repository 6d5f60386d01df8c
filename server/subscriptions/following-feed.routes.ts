import { followingFeedQuery } from '#contract/subscriptions.ts'
import type { Config } from '#server/config/config.ts'
import { followingFeed } from '#server/feeds/atom.ts'
import { listFeedZines } from '#server/feeds/feeds.queries.ts'
import { listFollowedZines } from '#server/follows/followed-zines.queries.ts'
import type { ConcurrencyLimits } from '#server/http/concurrency-limits.ts'
import { notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import type { Limits } from '#server/http/rate-limits.ts'
import { entityTag } from '#server/http/revalidation.ts'
import { findFeedReader } from './subscriptions.queries.ts'

type Deps = { config: Config; concurrencyLimits: ConcurrencyLimits; limits: Limits }

const path = '/feeds/following.atom'

/** The secret is in the query, because logs contain only paths. */
export const followingFeedAddress = (secret: string) => `${path}?key=${secret}`

const feedLength = 30

/** A member's private feed: what they would see of followed creators. Readable without a session. */
export function followingFeedRoutes(app: App, { config: { publicUrl }, concurrencyLimits, limits }: Deps) {
  app.get(path, { schema: { hide: true, querystring: followingFeedQuery } }, async (request, reply) => {
    const { ip, query, readPool } = request
    await limits.consume('following-feeds', ip)
    const xml = await concurrencyLimits.withReadSlot(request, async () => {
      const reader = await findFeedReader(readPool, query.key)
      if (!reader) throw notFound('feed')
      const rows = await listFollowedZines(readPool, reader, { limit: feedLength, after: undefined })
      const ids = rows.slice(0, feedLength).map(({ position: [, id] }) => id)
      const self = publicUrl + followingFeedAddress(query.key)
      return followingFeed(publicUrl, { id: reader.id, self }, await listFeedZines(readPool, ids))
    })
    return reply
      .headers({
        'cache-control': 'private, no-cache',
        etag: entityTag(xml),
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
      })
      .type('application/atom+xml; charset=utf-8')
      .send(xml)
  })
}
