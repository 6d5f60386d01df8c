import { msg } from '@lingui/core/runtime-macro'
import type { FastifyRequest } from 'fastify'
import { readViewer, type Viewer } from '#contract/accounts.ts'
import type { AnnouncementCache } from '#server/announcements/announcement-cache.ts'
import type { Config } from '#server/config/config.ts'
import { renderAddress } from '#server/http/concurrency-limits.ts'
import { ApiError } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { hasSessionCookie } from '#server/http/session.ts'
import { directionOf, type SiteLanguages } from '#server/languages/site-languages.ts'
import type { SitePages } from '#server/site-pages/site-pages.ts'
import { isNotFoundStatus } from '#web/api/call.ts'
import type * as entryServer from '#web/entry-server.tsx'
import type { Assets, PageData, PageRead } from '#web/page-data/page-data.tsx'
import { StoredPage } from './page-cache.ts'

export type PageAssets = { assets: Assets; css: string }

export type PageSource = {
  entry: () => Promise<typeof entryServer>
  assetsFor: (files: string[], options?: { parts?: string[]; language?: string }) => PageAssets
  /** Included in every document, and runs first. The development server has none. */
  inlineScript?: string
}

/** `address` is normalised: it contains only what the page depends on. */
type RenderOptions = {
  config: Config
  sitePages: SitePages
  languages: SiteLanguages
  language: string
  announcement: AnnouncementCache
  source: PageSource
  address: string
  reader: PageReader
  viewer: Viewer | null
}
type PageResponse = PageData['responses'][number]

/** Concatenated, not resolved, as `//name` would become another site's address. */
export const requestedUrl = ({ url }: Pick<FastifyRequest, 'url'>) => new URL(`http://page${url}`)

/** The page's address has a cursor that its list refuses, such as an old or mistyped one. */
export class InvalidCursorError extends Error {}

/** Reads the page's data from the API that the browser uses, as the same visitor. */
export async function readPage({ source, address, reader, viewer, ...options }: RenderOptions) {
  const { config, sitePages, languages, language, announcement } = options
  const { openPage } = await source.entry()
  const page = await openPage(new URL(address, 'http://page'), language)
  const responses = await Promise.all(page.reads(viewer).map((read) => reader.read(read)))
  const { assets, css } = source.assetsFor(page.files, { parts: page.parts, language })
  const data: Omit<PageData, 'renderedAt'> = {
    language: { tag: language, dir: directionOf(language) },
    site: {
      ...siteOf(config),
      languages: languages.choices,
      defaultLanguage: languages.defaultTag,
      pages: await sitePages.names(language),
      announcement: await announcement.current(),
    },
    assets,
    // In the order of the requests, not of arrival, so that the same responses make the same page.
    responses: [viewerResponse(viewer), ...responses.filter((response) => response !== undefined)],
  }
  return {
    render() {
      const renderedAt = Date.now()
      const html = page.render({ ...data, renderedAt }, { css, script: source.inlineScript ?? '' })
      return new StoredPage(Math.max(page.status, reader.status), html, renderedAt)
    },
  }
}

const siteOf = ({ publicUrl, feedbackUrl, contactUrl, analytics, longZinePages, signUps }: Config) => ({
  publicUrl,
  feedbackUrl,
  contactUrl,
  analytics,
  longZinePages,
  signUps,
})

const viewerResponse = (viewer: Viewer | null): PageResponse => ({
  path: readViewer.path,
  kind: 'item',
  body: { user: viewer },
})

const unknownViewerMessage = msg`Your session could not be checked. Please try again in a moment.`

export class PageReader {
  readonly #app: App
  readonly #headers: Record<string, string>
  readonly #isMember: boolean
  /** An extended session sets a cookie, which must reach the browser. */
  readonly cookies: string[] = []
  status = 200

  constructor(app: App, request: Pick<FastifyRequest, 'headers'>, cookie?: string) {
    this.#app = app
    this.#headers = { host: request.headers.host ?? 'localhost', ...(cookie && { cookie }) }
    this.#isMember = hasSessionCookie(cookie)
  }

  async viewer(): Promise<Viewer | null> {
    if (!this.#isMember) return null
    const { status, body } = await this.#get<{ user: Viewer | null }>(readViewer.path)
    // After an error a member must not see the page of a guest.
    if (status >= 500) throw new ApiError('unavailable', unknownViewerMessage, { retryAfter: 2 })
    return body?.user ?? null
  }

  /** “Not found” is a valid result. The browser retries reads that failed. */
  async read(read: PageRead): Promise<PageResponse | undefined> {
    const { status, body } = await this.#get(read.path)
    if (status === 400 && new URLSearchParams(read.path.split('?')[1]).has('cursor')) throw new InvalidCursorError()
    if (status === 200) return { ...read, body }
    if (status >= 500) this.status = status
    if ((read.kind === 'list' && !read.isNotFoundIfMissing) || !isNotFoundStatus(status)) return undefined
    this.status = Math.max(this.status, 404)
    return { ...read, body: null }
  }

  async #get<Body>(path: string): Promise<{ status: number; body: Body | undefined }> {
    if (!isApiPath(path)) return { status: 404, body: undefined }
    const request = { url: path, headers: this.#headers, remoteAddress: renderAddress }
    const { statusCode: status, headers, body } = await this.#app.inject(request)
    this.cookies.push(...[headers['set-cookie'] ?? []].flat())
    return { status, body: status === 200 ? (JSON.parse(body) as Body) : undefined }
  }
}

/** Paths contain user input. A path outside the API could make pages render pages without end. */
function isApiPath(path: string) {
  const { pathname, search } = new URL(path, 'http://api')
  return pathname.startsWith('/api/') && pathname + search === path
}
