import type pg from 'pg'
import type { Embed } from '#contract/oembed.ts'
import * as contract from '#contract/oembed.ts'
import type { Config } from '#server/config/config.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { route } from '#server/http/route.ts'
import { readAnywhere } from '#server/http/security.ts'
import { findFeedCreator, findFeedZine } from './feeds.queries.ts'
import { type Box, embedded, embedProfile, embedZine } from './oembed.rules.ts'

export function oembedRoutes(app: App, { config }: { config: Config }) {
  app.route({
    ...route(contract.readEmbed),
    preValidation: readAnywhere,
    handler: async ({ query, reads }, reply) => {
      if (query.format !== 'json') throw refuse('not_offered', 'Only format=json is offered.')
      const embed = await readEmbed(reads, query.url, query)
      if (!embed) throw notFound('zine or profile')
      reply.header('cache-control', 'public, max-age=60')
      return embed
    },
  })

  async function readEmbed(pool: pg.Pool, url: string, box: Box): Promise<Embed | undefined> {
    const about = embedded(config.publicUrl, url)
    if (about?.kind === 'zine') {
      const zine = await findFeedZine(pool, about.id)
      return zine && embedZine(config.publicUrl, zine, box)
    }
    const creator = about && (await findFeedCreator(pool, about.id))
    return creator && embedProfile(config.publicUrl, creator)
  }
}
