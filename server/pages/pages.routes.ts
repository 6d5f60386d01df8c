import type { FastifyReply, FastifyRequest } from 'fastify'
import { openShownAnnouncement } from '#server/announcements/shown-announcement.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import type { Admission } from '#server/http/admission.ts'
import { pagePolicy } from '#server/http/answer-headers.ts'
import { notFound } from '#server/http/errors.ts'
import { createFairQueue } from '#server/http/fair-queue.ts'
import type { App } from '#server/http/fastify.ts'
import { limitedAddress } from '#server/http/limit.ts'
import type { PublicChanges } from '#server/http/public-changes.ts'
import type { RequestReads } from '#server/http/reads.ts'
import { hasSessionCookie } from '#server/http/session.ts'
import type { SitePages } from '#server/site-pages/site-pages.ts'
import { builtPages } from './built-pages.ts'
import { drawPage, PageReader, type PageSource, requestedUrl } from './draw-page.ts'
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
  const largePages = createFairQueue(forLargePages)
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
    const { cookie } = request.headers
    const member = hasSessionCookie(cookie) ? new PageReader(app, request, cookie) : undefined
    // A session that is invalid or over is a guest's, who gets the page of all guests.
    const viewer = (await member?.viewer()) ?? null
    // Whoever has just changed something is not shown what was drawn before.
    const isShared = !dev && !viewer && !reads?.of(request)
    const client = viewer ? viewer.id : limitedAddress(request.ip)
    const draw = () =>
      drawPage({
        ...{ config, sitePages, announcement, source, address, viewer },
        reader:
          viewer && member
            ? member
            : new PageReader(app, request, isShared ? reads?.announcedCookie() : cookie),
        renderLarge: (render) => largePages.run(client, render),
        compress: (page) =>
          page.encoded(encodingFor(request.headers['accept-encoding']), { forMany: isShared }),
      })
    const drawInTurn = () => turns.reading(request, () => (isShared ? cache.get(address, draw) : draw()))
    // Whoever comes while it is being drawn waits for that, and for nobody's turn.
    const kept = isShared ? cache.find(address) : undefined
    if (isShared) found?.(kept ? 'kept' : 'drawn')
    const page = await (kept ?? drawInTurn())
    return send(page, request, policy ? reply.headers(policy) : reply, isShared)
  })
}

/**
 * Rendering a large page keeps the process from everything else, and compressing it takes a core: two at a time, and
 * only one for the same client.
 */
const forLargePages = {
  ...{ atOnce: 1, spare: 1, mostEach: 6, longestWait: 10_000, retryAfter: 3 },
  busy: 'You are opening many large pages at once. Wait until they are there, then try again.',
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
