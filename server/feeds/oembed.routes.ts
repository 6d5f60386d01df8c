import type pg from 'pg'
import { coversPage } from '#contract/covering.ts'
import { imageAddress, imageWidths, keptWidth } from '#contract/media-address.ts'
import type { Embed } from '#contract/oembed.ts'
import * as contract from '#contract/oembed.ts'
import type { Config } from '#server/config/config.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { route } from '#server/http/route.ts'
import { readAnywhere } from '#server/http/security.ts'
import { profileUrl, shownName, shownTitle } from './atom.ts'
import {
  type FeedCreator,
  type FeedPage,
  type FeedZine,
  findFeedCreator,
  findFeedZine,
} from './feeds.queries.ts'

export function oembedRoutes(app: App, { config }: { config: Config }) {
  app.route({
    ...route(contract.readEmbed),
    preValidation: readAnywhere,
    handler: async ({ query, reads }, reply) => {
      if (query.format !== 'json') throw refuse('not_offered', 'Only format=json is supported.')
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

export type Box = { maxwidth?: number | undefined; maxheight?: number | undefined }

const address = /^\/(zine|profile)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i

function embedded(publicUrl: string, url: string) {
  const [asked, ours] = [URL.parse(url), new URL(publicUrl)]
  if (!asked || asked.origin !== ours.origin || asked.username || asked.password) return undefined
  const root = ours.pathname.replace(/\/$/, '')
  if (!asked.pathname.startsWith(root)) return undefined
  const [, kind, id] = address.exec(asked.pathname.slice(root.length)) ?? []
  return kind && id ? { kind: kind.toLowerCase() as 'zine' | 'profile', id: id.toLowerCase() } : undefined
}

type Author = { id: string; name: string | null; username: string }

const common = (publicUrl: string, title: string, author: Author) => ({
  version: '1.0' as const,
  title,
  author_name: shownName(author),
  author_url: profileUrl(publicUrl, author.id),
  provider_name: 'Foldout',
  provider_url: `${publicUrl}/`,
  cache_age: 3600,
})

function embedZine(publicUrl: string, zine: FeedZine, box: Box): Embed {
  const shared = common(publicUrl, shownTitle(zine), { ...zine, id: zine.creatorId })
  const cover = zine.pages[0]
  const fitting = cover && !coversPage(zine, cover) && largest(publicUrl, cover, box)
  if (cover?.kind === 'image' && fitting) return { type: 'photo', ...shared, ...fitting }
  return { type: 'link', ...shared, ...(fitting && thumbnail(fitting)) }
}

const embedProfile = (publicUrl: string, creator: FeedCreator): Embed => ({
  type: 'link',
  ...common(publicUrl, shownName(creator), creator),
})

function largest(publicUrl: string, { hash, width, height }: FeedPage, { maxwidth, maxheight }: Box) {
  if (!width || !height) return undefined
  return imageWidths
    .map((variant) => ({ variant, scale: keptWidth(variant, width) / width }))
    .map(({ variant, scale }) => ({
      url: publicUrl + imageAddress(hash, variant),
      width: Math.round(width * scale),
      height: Math.round(height * scale),
    }))
    .filter((shown) => shown.width <= (maxwidth ?? Infinity) && shown.height <= (maxheight ?? Infinity))
    .at(-1)
}

const thumbnail = ({ url, width, height }: { url: string; width: number; height: number }) => ({
  ...{ thumbnail_url: url, thumbnail_width: width, thumbnail_height: height },
})
