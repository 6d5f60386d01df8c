import { contentWarningLine, hidesPage } from '#contract/content-warning.ts'
import { altText, zineImages } from '#contract/limits.ts'
import { imageAddress, type VideoExtension, videoAddress } from '#contract/media-address.ts'
import { seriesAddress } from '#contract/series-address.ts'
import { toVisibleLine } from '#contract/visible-text.ts'
import type { FeedCreator, FeedPage, FeedShelf, FeedShelfItem, FeedZine } from './feeds.queries.ts'
import { type Attributes, element, escapeXml, xmlHead } from './xml.ts'

const text = (name: string, value: string, attributes: Attributes = {}) => element(name, attributes, escapeXml(value))
const link = (rel: string, href: string, attributes: Attributes = {}) => element('link', { rel, href, ...attributes })
const html = { type: 'text/html' }
const atomType = { type: 'application/atom+xml' }

/** The newest zines of all creators (RFC 4287). The id stays the same if the feed moves to another path. */
export function zinesFeed(publicUrl: string, zines: FeedZine[]) {
  return feed(publicUrl, zines, [
    text('id', `tag:${new URL(publicUrl).hostname},2026:zines`),
    text('title', 'New zines on Foldout', { 'xml:lang': 'en' }),
    text('updated', latestChange(zines, new Date(0))),
    link('self', `${publicUrl}/feeds/zines.atom`, atomType),
    link('alternate', `${publicUrl}/`, html),
  ])
}

type Search = { title: string; self: string; alternate: string }

export function searchFeed(publicUrl: string, { title, self, alternate }: Search, zines: FeedZine[]) {
  return feed(publicUrl, zines, [
    text('id', publicUrl + self),
    text('title', title),
    text('updated', latestChange(zines, new Date(0))),
    link('self', publicUrl + self, atomType),
    link('alternate', publicUrl + alternate, html),
  ])
}

export function creatorFeed(publicUrl: string, creator: FeedCreator, zines: FeedZine[]) {
  return feed(publicUrl, zines, [
    text('id', `urn:uuid:${creator.id}`),
    text('title', displayName(creator)),
    ...(creator.bio ? [text('subtitle', creator.bio)] : []),
    text('updated', latestChange(zines, creator.joinedAt)),
    author(publicUrl, creator),
    link('self', `${publicUrl}/feeds/creators/${creator.id}.atom`, atomType),
    link('alternate', profileUrl(publicUrl, creator.id), html),
  ])
}

/** Items added to a shelf, with their notes. An entry has the id of the item, not of the zine. */
export function shelfFeed(publicUrl: string, { owner, ...shelf }: FeedShelf, items: FeedShelfItem[]) {
  return feed(publicUrl, items, [
    text('id', `urn:uuid:${shelf.id}`),
    text('title', toVisibleLine(shelf.title) || 'Untitled'),
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
    text('title', toVisibleLine(zines[0]?.series ?? '') || slug),
    text('updated', latestChange(zines, creator.joinedAt)),
    author(publicUrl, creator),
    link('self', `${publicUrl}/feeds/${address}.atom`, atomType),
    link('alternate', publicUrl + seriesAddress(creator.id, slug), html),
  ])
}

/** New zines of the creators that a member follows. The id stays the same if the address is renewed. */
export function followingFeed(publicUrl: string, { id, self }: { id: string; self: string }, zines: FeedZine[]) {
  return feed(publicUrl, zines, [
    text('id', `tag:${new URL(publicUrl).hostname},2026:following/${id}`),
    text('title', 'New zines by creators you follow on Foldout'),
    text('updated', latestChange(zines, new Date(0))),
    link('self', self, atomType),
    link('alternate', `${publicUrl}/?tab=following`, html),
  ])
}

const feed = (publicUrl: string, zines: (FeedZine | FeedShelfItem)[], head: string[]) =>
  xmlHead +
  element(
    'feed',
    { xmlns: 'http://www.w3.org/2005/Atom' },
    [...head, ...zines.map((zine) => entry(publicUrl, zine))].join('\n'),
  )

const latestChange = (zines: FeedZine[], fallback: Date) => {
  const times = zines.map(({ changedAt }) => changedAt.getTime())
  return new Date(times.length > 0 ? Math.max(...times) : fallback).toISOString()
}

function entry(publicUrl: string, zine: FeedZine | FeedShelfItem) {
  const children = [
    text('id', `urn:uuid:${'itemId' in zine ? zine.itemId : zine.id}`),
    text('title', displayTitle(zine)),
    text('published', zine.createdAt.toISOString()),
    text('updated', zine.changedAt.toISOString()),
    author(publicUrl, { ...zine, id: zine.creatorId }),
    link('alternate', `${publicUrl}/zine/${zine.id}`, html),
    ...(noteSummary(zine) ? [text('summary', noteSummary(zine))] : []),
    ...zine.pages
      .filter((page) => page.kind === 'video' && !hidesPage(zine, page))
      .map((page) => enclosure(publicUrl, page)),
    text('content', itemNote(zine) + contentOf(publicUrl, zine), { type: 'html' }),
  ]
  return element('entry', {}, children.join(''))
}

const noteSummary = (zine: FeedZine) => contentWarningLine({ ...zine, cover: zine.pages[0] })

export const displayName = ({ name, username }: { name: string | null; username: string }) =>
  toVisibleLine(name ?? '') || username
export const displayTitle = ({ title }: { title: string }) => toVisibleLine(title) || 'Untitled'
export const profileUrl = (publicUrl: string, id: string) => `${publicUrl}/profile/${id}`

const author = (publicUrl: string, creator: { id: string; name: string | null; username: string }) =>
  element('author', {}, text('name', displayName(creator)) + text('uri', profileUrl(publicUrl, creator.id)))

const enclosure = (publicUrl: string, { hash, extension }: FeedPage) =>
  link('enclosure', publicUrl + videoAddress(hash, extension as VideoExtension), {
    type: `video/${extension}`,
  })

/** Characters of alt texts per entry: the maximum of a short zine. Feed readers reject feeds that are too large. */
const maxDescribedLength = zineImages * altText

function describedPages(pages: FeedPage[]) {
  let totalLength = 0
  return pages.filter((page) => {
    totalLength += page.altText.length
    return totalLength <= maxDescribedLength
  })
}

/** Omits covered pages and pages beyond `maxDescribedLength`. Readers find them on the site. */
function contentOf(publicUrl: string, zine: FeedZine) {
  const { id, pages, description, contentNote } = zine
  const visiblePages = contentNote?.coversPages ? [] : describedPages(pages)
  const all = element('a', { href: `${publicUrl}/zine/${id}` }, `All ${pages.length} pages`)
  return [
    ...(contentNote ? [noteParagraph(contentNote.text)] : []),
    ...visiblePages.map((page) =>
      page.contentNote ? noteParagraph(page.contentNote) : element('p', {}, picture(publicUrl, page)),
    ),
    ...(visiblePages.length < pages.length ? [element('p', {}, all)] : []),
    paragraphs(description ?? ''),
  ].join('')
}

const itemNote = (zine: FeedZine | FeedShelfItem) => ('note' in zine ? paragraphs(zine.note) : '')

const paragraphs = (content: string) =>
  content
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => element('p', { dir: 'auto' }, escapeXml(paragraph).replaceAll('\n', '<br>')))
    .join('')

const noteParagraph = (note: string) => element('p', { dir: 'auto' }, `Content note: ${escapeXml(note)}`)

const picture = (publicUrl: string, { hash, width, height, altText }: FeedPage) => {
  const scale = Math.min(1, 1600 / (width ?? 1600))
  const size = width && height ? { width: Math.round(width * scale), height: Math.round(height * scale) } : {}
  return element('img', { src: publicUrl + imageAddress(hash), alt: altText, ...size })
}
