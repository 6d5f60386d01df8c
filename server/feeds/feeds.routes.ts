import type { FastifyReply } from 'fastify'
import { idParams } from '#contract/endpoint.ts'
import { seriesParams } from '#contract/series-issues.ts'
import type { Config } from '#server/config/config.ts'
import type { ConcurrencyLimits } from '#server/http/concurrency-limits.ts'
import { notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { allowAnyOrigin } from '#server/http/security.ts'
import { creatorFeed, seriesFeed, shelfFeed, zinesFeed } from './atom.ts'
import {
  findFeedCreator,
  findFeedShelf,
  listFeedShelfItems,
  listNewest,
  listNewestIssues,
  listNewestOf,
} from './feeds.queries.ts'

type Deps = { config: Config; concurrencyLimits: ConcurrencyLimits }

/** Feeds of new zines. They ignore the session, so all visitors get the same response. */
export function feedRoutes(app: App, { config: { publicUrl }, concurrencyLimits }: Deps) {
  app.get('/feeds/zines.atom', { schema: { hide: true }, ...publicRead }, async (request, reply) => {
    const load = async () => zinesFeed(publicUrl, await listNewest(request.readPool))
    return sendFeed(reply, await concurrencyLimits.withReadSlot(request, load))
  })

  app.get(
    '/feeds/creators/:id.atom',
    { schema: { hide: true, params: idParams }, ...publicRead },
    async (request, reply) => {
      const { params, readPool } = request
      const load = async () => {
        const creator = await findFeedCreator(readPool, params.id)
        if (!creator) throw notFound('creator')
        return creatorFeed(publicUrl, creator, await listNewestOf(readPool, creator.id))
      }
      return sendFeed(reply, await concurrencyLimits.withReadSlot(request, load))
    },
  )

  app.get(
    '/feeds/shelf/:id.atom',
    { schema: { hide: true, params: idParams }, ...publicRead },
    async (request, reply) => {
      const { params, readPool } = request
      const load = async () => {
        const shelf = await findFeedShelf(readPool, params.id)
        if (!shelf) throw notFound('shelf')
        return shelfFeed(publicUrl, shelf, await listFeedShelfItems(readPool, shelf.id))
      }
      return sendFeed(reply, await concurrencyLimits.withReadSlot(request, load))
    },
  )

  app.get(
    '/feeds/series/:id/:slug.atom',
    { schema: { hide: true, params: seriesParams }, ...publicRead },
    async (request, reply) => {
      const { params, readPool } = request
      const { id, slug } = params
      const load = async () => {
        const creator = await findFeedCreator(readPool, id)
        const zines = await listNewestIssues(readPool, id, slug)
        if (!creator || zines.length === 0) throw notFound('series')
        return seriesFeed(publicUrl, { creator, slug }, zines)
      }
      return sendFeed(reply, await concurrencyLimits.withReadSlot(request, load))
    },
  )
}

const publicRead = { onRequest: allowAnyOrigin, config: { reads: 'replica' } } as const

export const sendFeed = (reply: FastifyReply, xml: string) =>
  reply.header('cache-control', 'public, max-age=60').type('application/atom+xml; charset=utf-8').send(xml)
