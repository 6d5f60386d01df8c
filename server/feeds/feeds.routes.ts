import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { idParams } from '#contract/endpoint.ts'
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import { notFound } from '../http/errors.ts'
import { creatorFeed, zinesFeed } from './atom.ts'
import { findFeedCreator, listNewest, listNewestOf } from './feeds.queries.ts'

/** What is new, for feed readers. Nobody is looked up, so these are for everyone the same. */
export function feedRoutes(app: App, { config, pool }: { config: Config; pool: pg.Pool }) {
  const { publicUrl } = config

  app.get('/feeds/zines.atom', { schema: { hide: true } }, async (request, reply) =>
    sendFeed(request, reply, zinesFeed(publicUrl, await listNewest(pool))),
  )

  app.get(
    '/feeds/creators/:id.atom',
    { schema: { hide: true, params: idParams } },
    async (request, reply) => {
      const creator = await findFeedCreator(pool, request.params.id)
      if (!creator) throw notFound('creator')
      return sendFeed(request, reply, creatorFeed(publicUrl, creator, await listNewestOf(pool, creator.id)))
    },
  )
}

/** The tag is weak, because what is compressed on its way has other bytes. */
function sendFeed({ headers }: FastifyRequest, reply: FastifyReply, xml: string) {
  const etag = `W/"${createHash('sha256').update(xml).digest('base64url').slice(0, 22)}"`
  reply.headers({ 'cache-control': 'public, max-age=60', etag })
  if (knows(headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type('application/atom+xml; charset=utf-8').send(xml)
}

const knows = (known: string | undefined, etag: string) =>
  known?.split(',').some((each) => ['*', etag, etag.slice(2)].includes(each.trim())) ?? false
