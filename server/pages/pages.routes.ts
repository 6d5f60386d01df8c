import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'
import { openShownAnnouncement } from '#server/announcements/shown-announcement.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import type { Admission } from '#server/http/admission.ts'
import { answerError, beginRefusal, notFound, type Refusal } from '#server/http/errors.ts'
import { createFairQueue } from '#server/http/fair-queue.ts'
import type { App } from '#server/http/fastify.ts'
import { pagePolicy } from '#server/http/fastify.ts'
import { limitedAddress } from '#server/http/limit.ts'
import type { PublicChanges } from '#server/http/public-changes.ts'
import { hasSessionCookie } from '#server/http/session.ts'
import type { SitePages } from '#server/site-pages/site-pages.ts'
import { builtPages } from './built-pages.ts'
import { PageReader, type PageSource, type ReadPage, readPage, requestedUrl } from './draw-page.ts'
import { encodingFor, PageCache, type StoredPage } from './page-cache.ts'

type PageDeps = {
  config: Config
  db: Db
  changes: PublicChanges
  turns: Admission
  sitePages: SitePages
  dev?: boolean
  source?: PageSource
  found?: (how: 'kept' | 'drawn') => void
}

export async function pageRoutes(app: App, { dev = false, source: given, ...deps }: PageDeps) {
  const { config, changes, turns, sitePages, found } = deps
  const source = given ?? (dev ? await (await import('./dev-pages.ts')).devPages(app) : await builtPages(app))
  const cache = new PageCache()
  const pages = openDrawing()
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
    const { pageAddress, pagePath } = await source.entry()
    const path = pagePath(url.pathname)
    if (path !== url.pathname) return reply.redirect(path + url.search, 308)
    const address = pageAddress(url)
    const { cookie } = request.headers
    const member = hasSessionCookie(cookie) ? new PageReader(app, request, cookie) : undefined
    // Visitors with an invalid or expired session get the page for guests.
    const viewer = (await member?.viewer()) ?? null
    const isShared = !dev && !viewer
    const client = viewer ? viewer.id : limitedAddress(request.ip)
    const reader = viewer && member ? member : new PageReader(app, request)
    const read = () =>
      turns.reading(request, () =>
        readPage({ config, sitePages, announcement, source, address, reader, viewer }),
      )
    const compress = (page: StoredPage) =>
      page.encoded(encodingFor(request.headers['accept-encoding']), { forMany: isShared })
    const draw = () => pages.draw({ address, client, read, compress })
    if (isShared) found?.(cache.find(address) ? 'kept' : 'drawn')
    // Requests during the rendering wait for its result and take no slot.
    const page = await (isShared ? cache.get(address, draw) : draw())
    if (!isShared && reader.cookies.length > 0) reply.header('set-cookie', reader.cookies)
    return send(page, request, policy ? reply.headers(policy) : reply, isShared)
  })
}

type ToDraw = {
  address: string
  client: string
  read: () => Promise<ReadPage>
  compress: (page: StoredPage) => unknown
}

/** Renders two large pages at a time, one per client. Unchanged pages are cached for members too. */
function openDrawing() {
  /** Known large addresses are queued before their data is read. */
  const largeAddresses = new LRUCache<string, true>({ max: 5_000 })
  const rendered = new LRUCache<string, StoredPage>({ max: 16, ttl: 30_000 })
  const queue = createFairQueue({
    ...{ atOnce: 1, spare: 1, mostEach: 6, longestWait: 10_000, retryAfter: 3 },
    busy: 'You are opening too many large pages at once. Wait until they have loaded, then try again.',
  })

  async function drawLarge({ read, compress }: ToDraw) {
    const page = await read()
    const version = page.version()
    const kept = rendered.get(version)
    const drawn = kept ?? page.draw()
    if (!kept && drawn.status === 200) rendered.set(version, drawn)
    await compress(drawn)
    return drawn
  }

  return {
    async draw(wanted: ToDraw) {
      const { address, client, read } = wanted
      if (!largeAddresses.has(address)) {
        const page = await read()
        if (!page.isLarge) return page.draw()
        // Read again after queueing, so that waiting requests use no memory.
        largeAddresses.set(address, true)
      }
      return queue.run(client, () => drawLarge(wanted))
    },
  }
}

/** Compressed once and cached, as compressing for every visitor would cost more than rendering. */
async function send(page: StoredPage, request: FastifyRequest, reply: FastifyReply, isShared: boolean) {
  const encoding = encodingFor(request.headers['accept-encoding'])
  const body = await page.encoded(encoding, { forMany: isShared })
  reply.code(page.status).headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': isShared ? 'public, no-cache' : 'private, no-store',
    vary: 'cookie, accept-encoding',
    ...(encoding && { 'content-encoding': encoding }),
    ...(isShared && page.status === 200 && { etag: page.tag }),
  })
  return reply.send(body)
}

/** A placeholder for the error sentence. */
const place = '%sentence%'

/** Responds to a browser's errors with a page without scripts, rendered once per code. */
function answerWithPage(source: PageSource) {
  const drawn = new Map<ErrorCode, Promise<string>>()

  async function draw(code: ErrorCode) {
    const { drawRefused } = await source.entry()
    const { styles } = source.assetsFor(['web/not-found/not-found-page.tsx']).assets
    return drawRefused({ code, status: errorStatus[code], sentence: place, styles })
  }

  function documentFor(code: ErrorCode) {
    const document = drawn.get(code) ?? draw(code)
    drawn.set(code, document)
    document.catch(() => drawn.delete(code))
    return document
  }

  return async (error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply) => {
    if (!request.headers.accept?.includes('text/html')) return answerError(error, request, reply)
    const { code, message } = beginRefusal(error, request, reply)
    const document = await documentFor(code)
    return reply
      .headers({ 'content-type': 'text/html; charset=utf-8', 'x-robots-tag': 'noindex', vary: 'accept' })
      .send(document.replace(place, () => escaped(message)))
  }
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
