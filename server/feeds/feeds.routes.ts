import type { FastifyReply } from 'fastify'
import { idParams } from '#contract/endpoint.ts'
import { seriesParams } from '#contract/series-issues.ts'
import type { Config } from '#server/config/config.ts'
import type { Admission } from '#server/http/admission.ts'
import { notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { readAnywhere } from '#server/http/security.ts'
import { creatorFeed, seriesFeed, shelfFeed, zinesFeed } from './atom.ts'
import {
  findFeedCreator,
  findFeedShelf,
  listFeedLines,
  listNewest,
  listNewestIssues,
  listNewestOf,
} from './feeds.queries.ts'

type Deps = { config: Config; turns: Admission }

/** Feeds of new zines. They ignore the session, so all visitors get the same response. */
export function feedRoutes(app: App, { config: { publicUrl }, turns }: Deps) {
  app.get('/feeds/zines.atom', { schema: { hide: true }, ...forEverybody }, async (request, reply) => {
    const look = async () => zinesFeed(publicUrl, await listNewest(request.reads))
    return sendFeed(reply, await turns.reading(request, look))
  })

  app.get(
    '/feeds/creators/:id.atom',
    { schema: { hide: true, params: idParams }, ...forEverybody },
    async (request, reply) => {
      const { params, reads } = request
      const look = async () => {
        const creator = await findFeedCreator(reads, params.id)
        if (!creator) throw notFound('creator')
        return creatorFeed(publicUrl, creator, await listNewestOf(reads, creator.id))
      }
      return sendFeed(reply, await turns.reading(request, look))
    },
  )

  app.get(
    '/feeds/shelf/:id.atom',
    { schema: { hide: true, params: idParams }, ...forEverybody },
    async (request, reply) => {
      const { params, reads } = request
      const look = async () => {
        const shelf = await findFeedShelf(reads, params.id)
        if (!shelf) throw notFound('shelf')
        return shelfFeed(publicUrl, shelf, await listFeedLines(reads, shelf.id))
      }
      return sendFeed(reply, await turns.reading(request, look))
    },
  )

  app.get(
    '/feeds/series/:id/:slug.atom',
    { schema: { hide: true, params: seriesParams }, ...forEverybody },
    async (request, reply) => {
      const { params, reads } = request
      const { id, slug } = params
      const look = async () => {
        const creator = await findFeedCreator(reads, id)
        const zines = await listNewestIssues(reads, id, slug)
        if (!creator || zines.length === 0) throw notFound('series')
        return seriesFeed(publicUrl, { creator, slug }, zines)
      }
      return sendFeed(reply, await turns.reading(request, look))
    },
  )
}

const forEverybody = { onRequest: readAnywhere, config: { reads: 'replica' } } as const

export const sendFeed = (reply: FastifyReply, xml: string) =>
  reply.header('cache-control', 'public, max-age=60').type('application/atom+xml; charset=utf-8').send(xml)
