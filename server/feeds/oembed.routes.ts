import type pg from 'pg'
import { hidesPage } from '#contract/content-warning.ts'
import { imageAddress, imageWidths, storedWidth } from '#contract/media-address.ts'
import type { Embed } from '#contract/oembed.ts'
import * as contract from '#contract/oembed.ts'
import type { Config } from '#server/config/config.ts'
import { apiError, notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { route } from '#server/http/route.ts'
import { allowAnyOrigin } from '#server/http/security.ts'
import { displayName, displayTitle, profileUrl } from './atom.ts'
import { type FeedCreator, type FeedPage, type FeedZine, findFeedCreator, findFeedZine } from './feeds.queries.ts'

export function oembedRoutes(app: App, { config }: { config: Config }) {
  app.route({
    ...route(contract.readEmbed),
    preValidation: allowAnyOrigin,
    handler: async ({ query, readPool }, reply) => {
      if (query.format !== 'json') throw apiError('not_offered', 'Only format=json is supported.')
      const embed = await readEmbed(readPool, query.url, query)
      if (!embed) throw notFound('zine or profile')
      reply.header('cache-control', 'public, max-age=60')
      return embed
    },
  })

  async function readEmbed(pool: pg.Pool, url: string, box: Box): Promise<Embed | undefined> {
    const target = parseTarget(config.publicUrl, url)
    if (target?.kind === 'zine') {
      const zine = await findFeedZine(pool, target.id)
      return zine && embedZine(config.publicUrl, zine, box)
    }
    const creator = target && (await findFeedCreator(pool, target.id))
    return creator && embedProfile(config.publicUrl, creator)
  }
}

export type Box = { maxwidth?: number | undefined; maxheight?: number | undefined }

/** The addresses of `web/routes.tsx` that show a zine or a profile. */
const idPattern = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})'
const zineAddress = new RegExp(`^/zine/${idPattern}(?:/(?:read|text|print|edit))?/*$`, 'i')
const profileAddress = new RegExp(`^/(?:public-)?profile/${idPattern}/*$`, 'i')

function parseTarget(publicUrl: string, url: string) {
  const [requested, siteUrl] = [URL.parse(url), new URL(publicUrl)]
  if (!requested || requested.origin !== siteUrl.origin || requested.username || requested.password) return undefined
  const root = siteUrl.pathname.replace(/\/$/, '')
  if (!requested.pathname.startsWith(root)) return undefined
  const path = requested.pathname.slice(root.length)
  const zineId = zineAddress.exec(path)?.[1]
  const creatorId = profileAddress.exec(path)?.[1]
  if (zineId) return { kind: 'zine' as const, id: zineId.toLowerCase() }
  return creatorId ? { kind: 'profile' as const, id: creatorId.toLowerCase() } : undefined
}

type Author = { id: string; name: string | null; username: string }

const commonFields = (publicUrl: string, title: string, author: Author) => ({
  version: '1.0' as const,
  title,
  author_name: displayName(author),
  author_url: profileUrl(publicUrl, author.id),
  provider_name: 'Foldout',
  provider_url: `${publicUrl}/`,
  cache_age: 3600,
})

function embedZine(publicUrl: string, zine: FeedZine, box: Box): Embed {
  const shared = commonFields(publicUrl, displayTitle(zine), { ...zine, id: zine.creatorId })
  const cover = zine.pages[0]
  const picture = cover && !hidesPage(zine, cover) && largestPicture(publicUrl, cover, box)
  if (cover?.kind === 'image' && picture) return { type: 'photo', ...shared, ...picture }
  return { type: 'link', ...shared, ...(picture && thumbnail(picture)) }
}

const embedProfile = (publicUrl: string, creator: FeedCreator): Embed => ({
  type: 'link',
  ...commonFields(publicUrl, displayName(creator), creator),
})

function largestPicture(publicUrl: string, { hash, width, height }: FeedPage, { maxwidth, maxheight }: Box) {
  if (!width || !height) return undefined
  return imageWidths
    .map((variant) => ({ variant, scale: storedWidth(variant, width) / width }))
    .map(({ variant, scale }) => ({
      url: publicUrl + imageAddress(hash, variant),
      width: Math.round(width * scale),
      height: Math.round(height * scale),
    }))
    .filter((size) => size.width <= (maxwidth ?? Infinity) && size.height <= (maxheight ?? Infinity))
    .at(-1)
}

const thumbnail = ({ url, width, height }: { url: string; width: number; height: number }) => ({
  thumbnail_url: url,
  thumbnail_width: width,
  thumbnail_height: height,
})
