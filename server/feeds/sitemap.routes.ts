import { Readable } from 'node:stream'
import type pg from 'pg'
import { z } from 'zod'
import { id } from '#contract/endpoint.ts'
import type { Config } from '#server/config/config.ts'
import { expiringCache } from '#server/http/expiring-cache.ts'
import type { App } from '#server/http/fastify.ts'
import { type Kind, listParts, partRows } from './sitemap.queries.ts'
import { element, escapeXml, xmlHead } from './xml.ts'

const xmlns = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const headers = { 'cache-control': 'public, max-age=3600', 'content-type': 'application/xml; charset=utf-8' }
const pathOf = { zines: 'zine', profiles: 'profile' }
const partParams = z.strictObject({ kind: z.enum(['zines', 'profiles'], 'There is no such sitemap.'), id })

export function sitemapRoutes(app: App, { config, pool }: { config: Config; pool: pg.Pool }) {
  const { publicUrl } = config
  const index = expiringCache(ttlMs, () => writeIndex(pool, publicUrl))

  app.get('/sitemap.xml', { schema: { hide: true } }, async (_request, reply) =>
    reply.headers(headers).send(await index.read()),
  )

  app.get('/sitemaps/pages.xml', { schema: { hide: true } }, async (_request, reply) =>
    reply.headers(headers).send(writePages(publicUrl)),
  )

  app.get(
    '/sitemaps/:kind/:id.xml',
    { schema: { hide: true, params: partParams }, config: { reads: 'replica' } },
    async ({ params, readPool }, reply) =>
      reply.headers(headers).send(Readable.from(writePart(readPool, publicUrl, params))),
  )

  app.get('/robots.txt', { schema: { hide: true } }, async (_request, reply) =>
    reply.headers({ ...headers, 'content-type': 'text/plain; charset=utf-8' }).send(robots(publicUrl)),
  )
}

async function writeIndex(pool: pg.Pool, publicUrl: string) {
  const parts = async (kind: Kind) =>
    (await listParts(pool, kind)).map((part) =>
      element('sitemap', {}, element('loc', {}, escapeXml(`${publicUrl}/sitemaps/${kind}/${part.id}.xml`))),
    )
  const pages = element('sitemap', {}, element('loc', {}, escapeXml(`${publicUrl}/sitemaps/pages.xml`)))
  const all = [pages, ...(await parts('zines')), ...(await parts('profiles'))]
  return xmlHead + element('sitemapindex', { xmlns }, all.join('\n'))
}

function writePages(publicUrl: string) {
  const url = (path: string) => element('url', {}, element('loc', {}, escapeXml(publicUrl + path)))
  return xmlHead + element('urlset', { xmlns }, ['/', '/about'].map(url).join('\n'))
}

async function* writePart(pool: pg.Pool, publicUrl: string, part: z.infer<typeof partParams>) {
  yield `${xmlHead}<urlset xmlns="${xmlns}">\n`
  for await (const rows of partRows(pool, part.kind, part.id)) {
    yield rows
      .map(({ id, changedAt }) => {
        const address = escapeXml(`${publicUrl}/${pathOf[part.kind]}/${id}`)
        return element('url', {}, element('loc', {}, address) + element('lastmod', {}, changedAt.toISOString()))
      })
      .join('\n')
  }
  yield '\n</urlset>\n'
}

const robots = (publicUrl: string) => `User-agent: *
Disallow: /account-settings
Disallow: /auth
Disallow: /api
Allow: /api/oembed

Sitemap: ${publicUrl}/sitemap.xml
`

/** The index is cached for a minute, because checking whether the last part is full reads all its ids. */
const ttlMs = 60_000
