import { constants } from 'node:fs'
import { type FileHandle, lstat, open } from 'node:fs/promises'
import { join } from 'node:path'
import MarkdownIt from 'markdown-it'
import { readSitePage, type SitePage, type SitePageName, sitePageNames } from '#contract/site-pages.ts'
import type { Config } from '#server/config/config.ts'
import { notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { route } from '#server/http/route.ts'
import { defaultPrivacy } from './default-privacy.ts'

/** Thirty printed pages; reading and drawing more would hold up everybody. */
const mostBytes = 100_000
/** How long, in milliseconds, it is believed which pages there are. */
const believedFor = 1_000

type Log = { warn(details: object, message: string): void }
type Kept = { state: string; page: SitePage | undefined }

export type SitePages = ReturnType<typeof openSitePages>

/** What whoever runs the site has written in `DATA_DIR/pages/`, read again when a file has changed. */
export function openSitePages(config: Config, log: Log) {
  const kept = new Map<SitePageName, Kept>()
  const folder = join(config.dataDir, 'pages')
  const pathOf = (name: SitePageName) => join(folder, `${name}.md`)

  async function find(name: SitePageName): Promise<SitePage | undefined> {
    const state = await stateOf(pathOf(name))
    const before = kept.get(name)
    if (before?.state === state) return before.page
    const text = state === 'absent' ? defaultText(name) : await readText(pathOf(name))
    if (text === undefined && state !== 'absent')
      log.warn({ page: name }, `ignored a site page: it must be a file of at most ${mostBytes} bytes`)
    const page = text === undefined ? undefined : renderMarkdown(text, titles[name])
    kept.set(name, { state, page })
    return page
  }

  const defaultText = (name: SitePageName) => (name === 'privacy' ? defaultPrivacy(config) : undefined)

  let last = { at: Number.NEGATIVE_INFINITY, names: Promise.resolve<SitePageName[]>([]) }
  const look = async () => {
    const pages = await Promise.all(sitePageNames.map(find))
    return sitePageNames.filter((_, at) => pages[at])
  }
  return {
    find,
    /** Those there are, as it was a second ago at most. */
    names() {
      const now = performance.now()
      if (now - last.at >= believedFor) last = { at: now, names: look() }
      return last.names
    },
  }
}

const titles: Record<SitePageName, string> = { rules: 'Rules', privacy: 'Privacy', imprint: 'Imprint' }

async function stateOf(path: string) {
  const found = await lstat(path).catch(() => undefined)
  return found ? [found.ino, found.size, found.mtimeMs, found.mode].join(' ') : 'absent'
}

/** A link could lead to any file, and a pipe would be waited for. */
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

async function readText(path: string) {
  try {
    await using file = await open(path, flags)
    return await textOf(file)
  } catch {
    return undefined
  }
}

/** The size is looked at before, and what was read is looked at again: the file may be growing. */
async function textOf(file: FileHandle) {
  const found = await file.stat()
  if (!found.isFile() || found.size > mostBytes) return undefined
  const { buffer, bytesRead } = await file.read(Buffer.alloc(mostBytes + 1), 0, mostBytes + 1, 0)
  return bytesRead > mostBytes ? undefined : buffer.toString('utf8', 0, bytesRead).replace(/^\uFEFF/, '')
}

const longestTitle = 200

/** CommonMark and tables, as `markdown-it` reads them: what looks like HTML is text, and there are no pictures. */
const markdown = new MarkdownIt({ html: false, linkify: false }).disable('image')

/** Where a link may lead: another page, here or elsewhere, a place on this one, or a mailbox. */
markdown.validateLink = (address) => /^(https?:\/\/|mailto:|\/(?![/\\])|#)/i.test(address)

/** What stands elsewhere is not vouched for, and is not told who sent them. */
markdown.renderer.rules.link_open = (tokens, at, options, _env, renderer) => {
  const token = tokens[at]
  if (/^https?:/i.test(String(token?.attrGet('href')))) token?.attrSet('rel', 'nofollow noopener noreferrer')
  return renderer.renderToken(tokens, at, options)
}

export function renderMarkdown(text: string, defaultTitle: string) {
  const tokens = markdown.parse(text, {})
  const [heading, words] = tokens
  const isTitled = heading?.type === 'heading_open' && heading.tag === 'h1'
  const title = (isTitled && plainText(words).slice(0, longestTitle)) || defaultTitle
  const rest = isTitled ? tokens.slice(3) : tokens
  for (const token of rest) if (token.tag === 'h1') token.tag = 'h2'
  return { title, html: markdown.renderer.render(rest, markdown.options, {}) }
}

type Token = ReturnType<typeof markdown.parse>[number]

const plainText = (token: Token | undefined) =>
  (token?.children ?? [])
    .filter(({ type }) => type === 'text' || type === 'code_inline' || type === 'text_special')
    .map(({ content }) => content)
    .join('')
    .trim()

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
