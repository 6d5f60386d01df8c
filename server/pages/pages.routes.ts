import type { FastifyReply, FastifyRequest } from 'fastify'
import { openShownAnnouncement } from '#server/announcements/shown-announcement.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import type { Admission } from '#server/http/admission.ts'
import { pagePolicy } from '#server/http/answer-headers.ts'
import { notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import type { PublicChanges } from '#server/http/public-changes.ts'
import type { RequestReads } from '#server/http/reads.ts'
import { hasSessionCookie } from '#server/http/session.ts'
import type { SitePages } from '#server/site-pages/site-pages.ts'
import { builtPages } from './built-pages.ts'
import { drawPage, type PageSource, requestedUrl } from './draw-page.ts'
import { encodingFor, PageCache, type StoredPage } from './page-cache.ts'
import { answerWithPage } from './refused-page.ts'

type PageDeps = {
  config: Config
  db: Db
  changes: PublicChanges
  reads?: RequestReads
  turns: Admission
  sitePages: SitePages
  dev?: boolean
  source?: PageSource
  /** Told of each page for a visitor without a session. */
  found?: (how: 'kept' | 'drawn') => void
}

/** Serves every address that is not the API's: the pages, and the files that they need. */
export async function pageRoutes(app: App, { dev = false, source: given, ...deps }: PageDeps) {
  const { config, changes, reads, turns, sitePages, found } = deps
  const source = given ?? (dev ? await (await import('./dev-pages.ts')).devPages(app) : await builtPages(app))
  const cache = new PageCache()
  const announcement = openShownAnnouncement({ db: deps.db, log: app.log })
  const policy = source.inlineScript && { 'content-security-policy': pagePolicy(config, source.inlineScript) }
  changes.subscribe(() => {
    cache.clear()
    announcement.forget()
  })

  const errorHandler = answerWithPage(source)
  app.get('/*', { schema: { hide: true }, errorHandler }, async (request, reply) => {
    const url = requestedUrl(request)
    if (url.pathname.includes('//')) throw notFound()
    const { pageAddress } = await source.entry()
    const address = pageAddress(url)
    // Whoever has just changed something is not shown what was drawn before.
    const isShared = !dev && !hasSessionCookie(request.headers.cookie) && !reads?.of(request)
    const draw = () => {
      const seen = isShared ? reads?.announcedCookie() : undefined
      return drawPage({ app, config, sitePages, announcement, source, address, request, seen })
    }
    const drawInTurn = () => turns.reading(request, () => (isShared ? cache.get(address, draw) : draw()))
    // Whoever comes while it is being drawn waits for that, and for nobody's turn.
    const kept = isShared ? cache.find(address) : undefined
    if (isShared) found?.(kept ? 'kept' : 'drawn')
    const page = await (kept ?? drawInTurn())
    return send(page, request, policy ? reply.headers(policy) : reply, isShared)
  })
}

/** Compressed here and kept, because doing it for every visitor would cost more than drawing the page. */
async function send(page: StoredPage, request: FastifyRequest, reply: FastifyReply, isShared: boolean) {
  const encoding = encodingFor(request.headers['accept-encoding'])
  const body = await page.encoded(encoding, { forMany: isShared })
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
