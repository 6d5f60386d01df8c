import { setImmediate as yieldToEvents } from 'node:timers/promises'
import { msg } from '@lingui/core/runtime-macro'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'
import { inEnglish } from '#contract/in-english.ts'
import { openAnnouncementCache } from '#server/announcements/announcement-cache.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import type { ConcurrencyLimits } from '#server/http/concurrency-limits.ts'
import { type ApiError, beginErrorResponse, notFound, sendError } from '#server/http/errors.ts'
import { createFairQueue } from '#server/http/fair-queue.ts'
import type { App } from '#server/http/fastify.ts'
import { hasForeignCharacters, pagePolicy } from '#server/http/fastify.ts'
import { negotiateLanguage } from '#server/http/negotiate-language.ts'
import type { PublicChanges } from '#server/http/public-changes.ts'
import { normaliseAddress } from '#server/http/rate-limits.ts'
import { hasSessionCookie } from '#server/http/session.ts'
import { directionOf, type SiteLanguages } from '#server/languages/site-languages.ts'
import { translationOf } from '#server/languages/translate-texts.ts'
import type { SitePages } from '#server/site-pages/site-pages.ts'
import { builtPages } from './built-pages.ts'
import { encodingFor, PageCache, type StoredPage } from './page-cache.ts'
import { InvalidCursorError, PageReader, type PageSource, readPage, requestedUrl } from './render-page.ts'

type PageDeps = {
  config: Config
  db: Db
  changes: PublicChanges
  concurrencyLimits: ConcurrencyLimits
  sitePages: SitePages
  languages: SiteLanguages
  dev?: boolean
  source?: PageSource
  onPageServed?: (result: 'cached' | 'rendered') => void
}

/** Returns where the built pages are, for other pages with their styles. */
export async function pageRoutes(app: App, { dev = false, source: givenSource, ...deps }: PageDeps) {
  const { config, changes, concurrencyLimits, sitePages, languages, onPageServed } = deps
  const source = givenSource ?? (dev ? await (await import('./dev-pages.ts')).devPages(app) : await builtPages(app))
  const cache = new PageCache()
  const queue = openQueue()
  const announcement = openAnnouncementCache({ db: deps.db, log: app.log })
  const policy = source.inlineScript && { 'content-security-policy': pagePolicy(config, source.inlineScript) }
  changes.subscribe(() => {
    cache.clear()
    announcement.invalidate()
  })

  const errorHandler = errorPageHandler(source, (request) => negotiateLanguage(request, deps))
  app.get('/*', { schema: { hide: true }, errorHandler }, async (request, reply) => {
    const url = requestedUrl(request)
    if (url.pathname.includes('//') || hasForeignCharacters(request)) throw notFound()
    const { pageAddress, pagePath } = await source.entry()
    const path = pagePath(url.pathname)
    if (path !== url.pathname) return reply.redirect(path + url.search, 308)
    const address = pageAddress(url)
    const { cookie } = request.headers
    const member = hasSessionCookie(cookie) ? new PageReader(app, request, cookie) : undefined
    // Visitors with an invalid or expired session get the page for guests.
    const viewer = (await member?.viewer()) ?? null
    const isShared = !dev && !viewer
    const asked = url.searchParams.get('lang')
    const language = negotiateLanguage(request, deps, { asked, chosen: viewer?.language })
    const cacheKey = `${language} ${address}`
    const client = viewer ? viewer.id : normaliseAddress(request.ip)
    const reader = viewer && member ? member : new PageReader(app, request)
    const render = async () => {
      const read = await readPage({
        config,
        sitePages,
        languages,
        language,
        announcement,
        source,
        address,
        reader,
        viewer,
      })
      // Lets the process answer requests that arrived meanwhile, such as those for cached pages.
      await yieldToEvents()
      const page = read.render()
      // Compressing a page of a megabyte takes as long as rendering it, so it is part of the client's turn.
      await page.encoded(encodingFor(request.headers['accept-encoding']), { isShared })
      return page
    }
    // Requests during the rendering wait for its result and take no slot. They never wait in another client's queue,
    // because a rendering is in the cache only after it has its slots.
    const cached = isShared ? cache.find(cacheKey) : undefined
    if (isShared) onPageServed?.(cached ? 'cached' : 'rendered')
    const rendered =
      cached ??
      queue.run(client, () =>
        concurrencyLimits.withReadSlot(request, () => (isShared ? cache.get(cacheKey, render) : render())),
      )
    const page = await Promise.resolve(rendered).catch(undefinedIfCursorIsInvalid)
    if (!page) return reply.redirect(withoutCursor(url))
    if (!isShared && reader.cookies.length > 0) reply.header('set-cookie', reader.cookies)
    reply.headers({ ...policy, 'content-language': language })
    return send(page, request, reply, isShared)
  })
  return source
}

function undefinedIfCursorIsInvalid(error: unknown) {
  if (!(error instanceof InvalidCursorError)) throw error
  return undefined
}

function withoutCursor({ pathname, searchParams }: URL) {
  searchParams.delete('cursor')
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname
}

/** Limits each client to one page at a time, because reading and rendering need the CPU of this process. */
const openQueue = () =>
  createFairQueue({
    concurrency: 8,
    maxRunningPerClient: 1,
    maxPerClient: 300,
    maxWaitMs: 10_000,
    retryAfter: 3,
    busyMessage: msg`You are opening too many pages at once. Wait until they have loaded, then try again.`,
  })

/** Compressed once and cached, as compressing for every visitor would cost more than rendering. */
async function send(page: StoredPage, request: FastifyRequest, reply: FastifyReply, isShared: boolean) {
  const encoding = encodingFor(request.headers['accept-encoding'])
  const body = await page.encoded(encoding, { isShared })
  reply.code(page.status).headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': isShared ? 'public, no-cache' : 'private, no-store',
    vary: 'cookie, accept-encoding, accept-language',
    ...(encoding && { 'content-encoding': encoding }),
    ...(isShared && page.status === 200 && { etag: page.tag }),
  })
  return reply.send(body)
}

/** A placeholder for the error sentence. */
const placeholder = '%sentence%'

/** Responds to a browser's errors with a page without scripts, rendered once per code and language. */
function errorPageHandler(source: PageSource, languageOf: (request: FastifyRequest) => string) {
  const documents = new Map<string, Promise<string>>()

  async function renderErrorPage(code: ErrorCode, language: string) {
    const { renderRefused } = await source.entry()
    const { styles } = source.assetsFor(['web/not-found/not-found-page.tsx']).assets
    return renderRefused({
      code,
      status: errorStatus[code],
      language: { tag: language, dir: directionOf(language) },
      message: placeholder,
      styles,
    })
  }

  function documentFor(code: ErrorCode, language: string) {
    const key = `${code} ${language}`
    const html = documents.get(key) ?? renderErrorPage(code, language)
    documents.set(key, html)
    html.catch(() => documents.delete(key))
    return html
  }

  return async (error: FastifyError | ApiError, request: FastifyRequest, reply: FastifyReply) => {
    if (!request.headers.accept?.includes('text/html')) return sendError(error, request, reply)
    const { code, text } = beginErrorResponse(error, request, reply)
    const language = languageOf(request)
    const html = await documentFor(code, language)
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'x-robots-tag': 'noindex',
        vary: 'accept, accept-language',
      })
      .send(html.replace(placeholder, () => escapeHtml(translationOf(text, language) ?? inEnglish(text))))
  }
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
