import type { FastifyReply } from 'fastify'
import type pg from 'pg'
import { idParams } from '#contract/endpoint.ts'
import type { Config } from '#server/config/config.ts'
import { notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { creatorFeed, zinesFeed } from './atom.ts'
import { findFeedCreator, listNewest, listNewestOf } from './feeds.queries.ts'

/** What is new, for feed readers. Nobody is looked up, so these are for everyone the same. */
export function feedRoutes(app: App, { config, pool }: { config: Config; pool: pg.Pool }) {
  const { publicUrl } = config

  app.get('/feeds/zines.atom', { schema: { hide: true } }, async (_request, reply) =>
    sendFeed(reply, zinesFeed(publicUrl, await listNewest(pool))),
  )

  app.get(
    '/feeds/creators/:id.atom',
    { schema: { hide: true, params: idParams } },
    async (request, reply) => {
      const creator = await findFeedCreator(pool, request.params.id)
      if (!creator) throw notFound('creator')
      return sendFeed(reply, creatorFeed(publicUrl, creator, await listNewestOf(pool, creator.id)))
    },
  )
}

const sendFeed = (reply: FastifyReply, xml: string) =>
  reply.header('cache-control', 'public, max-age=60').type('application/atom+xml; charset=utf-8').send(xml)
