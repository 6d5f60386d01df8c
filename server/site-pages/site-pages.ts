import { constants } from 'node:fs'
import { type FileHandle, lstat, open } from 'node:fs/promises'
import { join } from 'node:path'
import MarkdownIt from 'markdown-it'
import { readSitePage, type SitePage, type SitePageName, sitePageNames } from '#contract/site-pages.ts'
import { trimText } from '#contract/visible-text.ts'
import type { Config } from '#server/config/config.ts'
import { notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { route } from '#server/http/route.ts'
import type { SiteLanguages } from '#server/languages/site-languages.ts'
import { defaultPrivacy } from './default-privacy.ts'

/** About thirty printed pages. Reading and rendering more would delay all other requests. */
const maxBytes = 100_000
/** Cache lifetime of the list of pages, in milliseconds. */
const ttlMs = 1_000

type Log = { warn(details: object, message: string): void }
type CachedPage = { state: string; page: SitePage | undefined }

export type SitePages = ReturnType<typeof openSitePages>

/** The operator's pages in `DATA_DIR/pages/`. A file is read again when it has changed. */
export function openSitePages(config: Config, log: Log) {
  const cache = new Map<string, CachedPage>()

  async function readFile(name: SitePageName, language?: string): Promise<SitePage | undefined> {
    const file = language === undefined ? `${name}.md` : `${name}.${language}.md`
    const path = join(config.dataDir, 'pages', file)
    const state = await stateOf(path)
    const cachedPage = cache.get(file)
    if (cachedPage?.state === state) return cachedPage.page
    const text = state === 'absent' ? undefined : await readText(path)
    if (text === undefined && state !== 'absent')
      log.warn({ page: name, language }, `ignored a site page: it must be a file of at most ${maxBytes} bytes`)
    const page = text === undefined ? undefined : toPage(text, titles[name], language)
    cache.set(file, { state, page })
    return page
  }

  /** The page in an offered language, otherwise the one for all languages. */
  const find = async (name: SitePageName, language?: string) =>
    (language && (await readFile(name, language))) || (await readFile(name)) || defaultPage(name)

  let privacy: SitePage | undefined
  function defaultPage(name: SitePageName) {
    if (name !== 'privacy') return undefined
    privacy ??= toPage(defaultPrivacy(config), titles.privacy, 'en')
    return privacy
  }

  const cachedNames = new Map<string, { at: number; names: Promise<SitePageName[]> }>()
  const listNames = async (language: string) => {
    const pages = await Promise.all(sitePageNames.map((name) => find(name, language)))
    return sitePageNames.filter((_, at) => pages[at])
  }
  return {
    find,
    /** The names of pages that exist for readers of an offered language, at most a second old. */
    names(language: string) {
      const now = performance.now()
      const cached = cachedNames.get(language)
      if (cached && now - cached.at < ttlMs) return cached.names
      const names = listNames(language)
      cachedNames.set(language, { at: now, names })
      return names
    },
  }
}

function toPage(text: string, defaultTitle: string, language: string | undefined): SitePage {
  const { title, html } = renderMarkdown(text, defaultTitle)
  return { title, html, language }
}

const titles: Record<SitePageName, string> = { rules: 'Rules', privacy: 'Privacy', imprint: 'Imprint' }

async function stateOf(path: string) {
  const stats = await lstat(path).catch(() => undefined)
  return stats ? [stats.ino, stats.size, stats.mtimeMs, stats.mode].join(' ') : 'absent'
}

/** A symbolic link could point to any file, and opening a pipe would block. */
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

async function readText(path: string) {
  try {
    await using file = await open(path, flags)
    return await readTextOf(file)
  } catch {
    return undefined
  }
}

/** Checks the size before and after reading, because the file may be growing. */
async function readTextOf(file: FileHandle) {
  const stats = await file.stat()
  if (!stats.isFile() || stats.size > maxBytes) return undefined
  const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBytes + 1), 0, maxBytes + 1, 0)
  return bytesRead > maxBytes ? undefined : buffer.toString('utf8', 0, bytesRead).replace(/^\uFEFF/, '')
}

const maxTitleLength = 200

/** CommonMark and tables. HTML is shown as text, and pictures are disabled. */
const markdown = new MarkdownIt({ html: false, linkify: false }).disable('image')

/** Allowed link targets: web pages, paths of this site, anchors, and email addresses. */
markdown.validateLink = (address) => /^(https?:\/\/|mailto:|\/(?![/\\])|#)/i.test(address)

/** External links are not endorsed (`nofollow`) and send no referrer. */
markdown.renderer.rules.link_open = (tokens, at, options, _env, renderer) => {
  const token = tokens[at]
  if (/^https?:/i.test(String(token?.attrGet('href')))) token?.attrSet('rel', 'nofollow noopener noreferrer')
  return renderer.renderToken(tokens, at, options)
}

export function renderMarkdown(text: string, defaultTitle: string) {
  const tokens = markdown.parse(text, {})
  const [heading, titleToken] = tokens
  const isTitled = heading?.type === 'heading_open' && heading.tag === 'h1'
  const title = (isTitled && plainText(titleToken).slice(0, maxTitleLength)) || defaultTitle
  const bodyTokens = isTitled ? tokens.slice(3) : tokens
  for (const token of bodyTokens) if (token.tag === 'h1') token.tag = 'h2'
  return { title, html: markdown.renderer.render(bodyTokens, markdown.options, {}) }
}

type Token = ReturnType<typeof markdown.parse>[number]

const plainText = (token: Token | undefined) =>
  trimText(
    (token?.children ?? [])
      .filter(({ type }) => type === 'text' || type === 'code_inline' || type === 'text_special')
      .map(({ content }) => content)
      .join(''),
  )

type SitePageDeps = { sitePages: SitePages; languages: SiteLanguages }

export function sitePageRoutes(app: App, { sitePages, languages }: SitePageDeps) {
  app.route({
    ...route(readSitePage),
    handler: async (request) => {
      const page = await sitePages.find(request.params.name, languages.find(request.query.language))
      if (!page) throw notFound()
      return page
    },
  })
}
