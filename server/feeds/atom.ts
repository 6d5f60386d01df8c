import { coversPage, noteLine } from '#contract/covering.ts'
import { altText, zineImages } from '#contract/limits.ts'
import { imageAddress, type VideoExtension, videoAddress } from '#contract/media-address.ts'
import { seriesAddress } from '#contract/series-address.ts'
import { visibleLine } from '#contract/visible-text.ts'
import type { FeedCreator, FeedLine, FeedPage, FeedShelf, FeedZine } from './feeds.queries.ts'
import { type Attributes, element, escaped, xmlHead } from './xml.ts'

const text = (name: string, value: string, attributes: Attributes = {}) =>
  element(name, attributes, escaped(value))
const link = (rel: string, href: string, more: Attributes = {}) => element('link', { rel, href, ...more })
const html = { type: 'text/html' }
const atomType = { type: 'application/atom+xml' }

/** The newest zines of all creators (RFC 4287). The id stays the same if the feed moves to another path. */
export function zinesFeed(publicUrl: string, zines: FeedZine[]) {
  return feed(publicUrl, zines, [
    text('id', `tag:${new URL(publicUrl).hostname},2026:zines`),
    text('title', 'New zines on Foldout', { 'xml:lang': 'en' }),
    text('updated', latest(zines, new Date(0))),
    link('self', `${publicUrl}/feeds/zines.atom`, atomType),
    link('alternate', `${publicUrl}/`, html),
  ])
}

type Search = { title: string; self: string; alternate: string }

export function searchFeed(publicUrl: string, { title, self, alternate }: Search, zines: FeedZine[]) {
  return feed(publicUrl, zines, [
    text('id', publicUrl + self),
    text('title', title),
    text('updated', latest(zines, new Date(0))),
    link('self', publicUrl + self, atomType),
    link('alternate', publicUrl + alternate, html),
  ])
}

export function creatorFeed(publicUrl: string, creator: FeedCreator, zines: FeedZine[]) {
  return feed(publicUrl, zines, [
    text('id', `urn:uuid:${creator.id}`),
    text('title', shownName(creator)),
    ...(creator.bio ? [text('subtitle', creator.bio)] : []),
    text('updated', latest(zines, creator.joinedAt)),
    author(publicUrl, creator),
    link('self', `${publicUrl}/feeds/creators/${creator.id}.atom`, atomType),
    link('alternate', profileUrl(publicUrl, creator.id), html),
  ])
}

/** Items added to a shelf, with their notes. An entry has the id of the item, not of the zine. */
export function shelfFeed(publicUrl: string, { owner, ...shelf }: FeedShelf, lines: FeedLine[]) {
  return feed(publicUrl, lines, [
    text('id', `urn:uuid:${shelf.id}`),
    text('title', visibleLine(shelf.title) || 'Untitled'),
    ...(shelf.about ? [text('subtitle', shelf.about)] : []),
    text('updated', shelf.updatedAt.toISOString()),
    author(publicUrl, owner),
    link('self', `${publicUrl}/feeds/shelf/${shelf.id}.atom`, atomType),
    link('alternate', `${publicUrl}/shelf/${shelf.id}`, html),
  ])
}

type SeriesOf = { creator: FeedCreator; slug: string }

export function seriesFeed(publicUrl: string, { creator, slug }: SeriesOf, zines: FeedZine[]) {
  const address = `series/${creator.id}/${encodeURIComponent(slug)}`
  return feed(publicUrl, zines, [
    text('id', `tag:${new URL(publicUrl).hostname},2026:${address}`),
    text('title', visibleLine(zines[0]?.series ?? '') || slug),
    text('updated', latest(zines, creator.joinedAt)),
    author(publicUrl, creator),
    link('self', `${publicUrl}/feeds/${address}.atom`, atomType),
    link('alternate', publicUrl + seriesAddress(creator.id, slug), html),
  ])
}

const feed = (publicUrl: string, zines: (FeedZine | FeedLine)[], head: string[]) =>
  xmlHead +
  element(
    'feed',
    { xmlns: 'http://www.w3.org/2005/Atom' },
    [...head, ...zines.map((zine) => entry(publicUrl, zine))].join('\n'),
  )

const latest = (zines: FeedZine[], otherwise: Date) => {
  const times = zines.map(({ changedAt }) => changedAt.getTime())
  return new Date(times.length > 0 ? Math.max(...times) : otherwise).toISOString()
}

function entry(publicUrl: string, zine: FeedZine | FeedLine) {
  const parts = [
    text('id', `urn:uuid:${'lineId' in zine ? zine.lineId : zine.id}`),
    text('title', shownTitle(zine)),
    text('published', zine.createdAt.toISOString()),
    text('updated', zine.changedAt.toISOString()),
    author(publicUrl, { ...zine, id: zine.creatorId }),
    link('alternate', `${publicUrl}/zine/${zine.id}`, html),
    ...(noteOf(zine) ? [text('summary', noteOf(zine))] : []),
    ...zine.pages
      .filter((page) => page.kind === 'video' && !coversPage(zine, page))
      .map((page) => enclosure(publicUrl, page)),
    text('content', lineNote(zine) + contentOf(publicUrl, zine), { type: 'html' }),
  ]
  return element('entry', {}, parts.join(''))
}

const noteOf = (zine: FeedZine) => noteLine({ ...zine, cover: zine.pages[0] })

export const shownName = ({ name, username }: { name: string | null; username: string }) =>
  visibleLine(name ?? '') || username
export const shownTitle = ({ title }: { title: string }) => visibleLine(title) || 'Untitled'
export const profileUrl = (publicUrl: string, id: string) => `${publicUrl}/profile/${id}`

const author = (publicUrl: string, creator: { id: string; name: string | null; username: string }) =>
  element('author', {}, text('name', shownName(creator)) + text('uri', profileUrl(publicUrl, creator.id)))

const enclosure = (publicUrl: string, { hash, extension }: FeedPage) =>
  link('enclosure', publicUrl + videoAddress(hash, extension as VideoExtension), {
    type: `video/${extension}`,
  })

/** Characters of alt texts per entry: the maximum of a short zine. Feed readers reject feeds that are too large. */
const mostDescribed = zineImages * altText

function describedPages(pages: FeedPage[]) {
  let letters = 0
  return pages.filter((page) => {
    letters += page.altText.length
    return letters <= mostDescribed
  })
}

/** Omits covered pages and pages beyond `mostDescribed`. Readers find them on the site. */
function contentOf(publicUrl: string, zine: FeedZine) {
  const { id, pages, description, contentNote } = zine
  const shown = contentNote?.coversPages ? [] : describedPages(pages)
  const all = element('a', { href: `${publicUrl}/zine/${id}` }, `All ${pages.length} pages`)
  return [
    ...(contentNote ? [noted(contentNote.text)] : []),
    ...shown.map((page) =>
      page.contentNote ? noted(page.contentNote) : element('p', {}, picture(publicUrl, page)),
    ),
    ...(shown.length < pages.length ? [element('p', {}, all)] : []),
    paragraphs(description ?? ''),
  ].join('')
}

const lineNote = (zine: FeedZine | FeedLine) => ('note' in zine ? paragraphs(zine.note) : '')

const paragraphs = (words: string) =>
  words
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '')
    .map((part) => element('p', { dir: 'auto' }, escaped(part).replaceAll('\n', '<br>')))
    .join('')

const noted = (note: string) => element('p', { dir: 'auto' }, `Content note: ${escaped(note)}`)

const picture = (publicUrl: string, { hash, width, height, altText }: FeedPage) => {
  const scale = Math.min(1, 1600 / (width ?? 1600))
  const size = width && height ? { width: Math.round(width * scale), height: Math.round(height * scale) } : {}
  return element('img', { src: publicUrl + imageAddress(hash), alt: altText, ...size })
}
