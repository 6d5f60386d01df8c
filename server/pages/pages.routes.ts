import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config/config.ts'
import { notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import type { PublicChanges } from '#server/http/public-changes.ts'
import { hasSessionCookie } from '#server/http/session.ts'
import { builtPages } from './built-pages.ts'
import { drawPage, type PageSource, pageAddress } from './draw-page.ts'
import { encodingFor, PageCache, type StoredPage } from './page-cache.ts'

type PageDeps = { config: Config; changes: PublicChanges; dev?: boolean; source?: PageSource }

/** Serves every address that is not the API's: the pages, and the files that they need. */
export async function pageRoutes(app: App, { config, changes, dev = false, source: given }: PageDeps) {
  const source = given ?? (dev ? await (await import('./dev-pages.ts')).devPages(app) : await builtPages(app))
  const cache = new PageCache()
  changes.subscribe(() => cache.clear())

  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    if (pageAddress(request).pathname.includes('//')) throw notFound()
    const draw = () => drawPage({ app, config, source, request })
    const isShared = !dev && !hasSessionCookie(request.headers.cookie)
    const page = isShared ? await cache.get(request.url, draw) : await draw()
    return send(page, request, reply, isShared)
  })
}

/** Compressed here and kept, because doing it for every visitor would cost more than drawing the page. */
async function send(page: StoredPage, request: FastifyRequest, reply: FastifyReply, isShared: boolean) {
  const encoding = encodingFor(request.headers['accept-encoding'])
  const body = await page.encoded(encoding)
  reply.code(page.status).headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': isShared ? 'public, no-cache' : 'private, no-store',
    vary: 'cookie, accept-encoding',
    ...(encoding && { 'content-encoding': encoding }),
    ...(isShared && page.status === 200 && { etag: page.tag }),
    ...(!isShared && page.cookies.length > 0 && { 'set-cookie': page.cookies }),
  })
  return reply.send(body)
}
