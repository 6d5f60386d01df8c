import { altText, zineImages } from '#contract/limits.ts'
import { imageAddress, type VideoExtension, videoAddress } from '#contract/media-address.ts'
import { visibleLine } from '#contract/visible-text.ts'
import type { FeedCreator, FeedPage, FeedZine } from './feeds.queries.ts'
import { type Attributes, element, escaped, xmlHead } from './xml.ts'

const text = (name: string, value: string, attributes: Attributes = {}) =>
  element(name, attributes, escaped(value))
const link = (rel: string, href: string, more: Attributes = {}) => element('link', { rel, href, ...more })
const html = { type: 'text/html' }
const atomType = { type: 'application/atom+xml' }

/** The newest zines of everybody (RFC 4287). The id stays when the feed moves to another path. */
export function zinesFeed(publicUrl: string, zines: FeedZine[]) {
  return feed(publicUrl, zines, [
    text('id', `tag:${new URL(publicUrl).hostname},2026:zines`),
    text('title', 'New zines on Foldout', { 'xml:lang': 'en' }),
    text('updated', latest(zines, new Date(0))),
    link('self', `${publicUrl}/feeds/zines.atom`, atomType),
    link('alternate', `${publicUrl}/`, html),
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

const feed = (publicUrl: string, zines: FeedZine[], head: string[]) =>
  xmlHead +
  element(
    'feed',
    { xmlns: 'http://www.w3.org/2005/Atom' },
    [...head, ...zines.map((zine) => entry(publicUrl, zine))].join('\n'),
  )

/** When the last of its zines was published or changed, which need not be the newest. */
const latest = (zines: FeedZine[], otherwise: Date) => {
  const times = zines.map(({ changedAt }) => changedAt.getTime())
  return new Date(times.length > 0 ? Math.max(...times) : otherwise).toISOString()
}

function entry(publicUrl: string, zine: FeedZine) {
  const parts = [
    text('id', `urn:uuid:${zine.id}`),
    text('title', shownTitle(zine)),
    text('published', zine.createdAt.toISOString()),
    text('updated', zine.changedAt.toISOString()),
    author(publicUrl, { ...zine, id: zine.creatorId }),
    link('alternate', `${publicUrl}/zine/${zine.id}`, html),
    ...zine.pages.filter(({ kind }) => kind === 'video').map((page) => enclosure(publicUrl, page)),
    text('content', contentOf(publicUrl, zine), { type: 'html' }),
  ]
  return element('entry', {}, parts.join(''))
}

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

/** As long as the descriptions of a short zine can be: a feed of many long ones is still one that readers take. */
const mostDescribed = zineImages * altText

function describedPages(pages: FeedPage[]) {
  let letters = 0
  return pages.filter((page) => {
    letters += page.altText.length
    return letters <= mostDescribed
  })
}

/**
 * HTML with the pages, a video as the frame that stands for it, and the description in its lines. Where the pages have very
 * much to say for themselves, those after the first lie behind a link.
 */
function contentOf(publicUrl: string, { id, pages, description }: FeedZine) {
  const shown = describedPages(pages)
  const all = element('a', { href: `${publicUrl}/zine/${id}` }, `All ${pages.length} pages`)
  return [
    ...shown.map((page) => element('p', {}, picture(publicUrl, page))),
    ...(shown.length < pages.length ? [element('p', {}, all)] : []),
    ...(description ?? '')
      .split(/\n{2,}/)
      .filter((part) => part.trim() !== '')
      .map((part) => element('p', { dir: 'auto' }, escaped(part).replaceAll('\n', '<br>'))),
  ].join('')
}

const picture = (publicUrl: string, { hash, width, height, altText }: FeedPage) => {
  const scale = Math.min(1, 1600 / (width ?? 1600))
  const size = width && height ? { width: Math.round(width * scale), height: Math.round(height * scale) } : {}
  return element('img', { src: publicUrl + imageAddress(hash), alt: altText, ...size })
}
