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
  const cache = new Map<SitePageName, CachedPage>()
  const folder = join(config.dataDir, 'pages')
  const pathOf = (name: SitePageName) => join(folder, `${name}.md`)

  async function find(name: SitePageName): Promise<SitePage | undefined> {
    const state = await stateOf(pathOf(name))
    const cachedPage = cache.get(name)
    if (cachedPage?.state === state) return cachedPage.page
    const text = state === 'absent' ? defaultText(name) : await readText(pathOf(name))
    if (text === undefined && state !== 'absent')
      log.warn({ page: name }, `ignored a site page: it must be a file of at most ${maxBytes} bytes`)
    const page = text === undefined ? undefined : renderMarkdown(text, titles[name])
    cache.set(name, { state, page })
    return page
  }

  const defaultText = (name: SitePageName) => (name === 'privacy' ? defaultPrivacy(config) : undefined)

  let cachedNames = { at: Number.NEGATIVE_INFINITY, names: Promise.resolve<SitePageName[]>([]) }
  const listNames = async () => {
    const pages = await Promise.all(sitePageNames.map(find))
    return sitePageNames.filter((_, at) => pages[at])
  }
  return {
    find,
    /** The names of existing pages, at most a second old. */
    names() {
      const now = performance.now()
      if (now - cachedNames.at >= ttlMs) cachedNames = { at: now, names: listNames() }
      return cachedNames.names
    },
  }
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

export function sitePageRoutes(app: App, { sitePages }: { sitePages: SitePages }) {
  app.route({
    ...route(readSitePage),
    handler: async (request) => {
      const page = await sitePages.find(request.params.name)
      if (!page) throw notFound()
      return page
    },
  })
}
