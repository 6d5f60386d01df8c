import { accessibilityOf, type PageTextCounts } from '#contract/accessibility.ts'
import { hidesPage } from '#contract/content-warning.ts'
import type { Details } from '#contract/details.ts'
import type { ZinePage } from '#contract/media.ts'
import { addressAtWidth, imageWidths, storedWidth } from '#contract/media-address.ts'
import { issueNumber, seriesSlug } from '#contract/series.ts'
import { seriesAddress } from '#contract/series-address.ts'
import type { Zine } from '#contract/zines.ts'
import { genresOf, publicationDate, rightsOf, zineUrl } from './zine-description.ts'

export type CatalogDetails = {
  details: Details
  mayPrint: boolean
  readingDirection: 'ltr' | 'rtl'
  editedAt: string | null
  pageNotes: string[]
  texts: PageTextCounts
}
export type CatalogZine = Zine & CatalogDetails

export const manifestUrl = (publicUrl: string, id: string) => `${publicUrl}/opds/zines/${id}.json`
const creatorCatalogUrl = (publicUrl: string, id: string) => `${publicUrl}/opds/creators/${id}`

/** Other software shows no content warning: a zine with a content note is only linked there, without pictures. */
export const isReadOnSite = (zine: Zine & Pick<CatalogDetails, 'pageNotes'>) =>
  zine.pageNotes.length > 0 || hidesPage(zine, zine.cover)

export function publication(zine: CatalogZine, publicUrl: string) {
  const images = isReadOnSite(zine) || !zine.cover ? [] : coverImages(zine.cover, publicUrl)
  return {
    metadata: publicationMetadata(zine, publicUrl),
    links: publicationLinks(zine, publicUrl),
    ...(images.length > 0 && { images }),
  }
}

export function publicationMetadata(zine: CatalogZine, publicUrl: string) {
  const { details } = zine
  const isVideo = zine.cover?.kind === 'video'
  return {
    '@type': isVideo ? 'http://schema.org/CreativeWork' : 'http://schema.org/Book',
    title: zine.title,
    identifier: `urn:uuid:${zine.id}`,
    author: {
      name: zine.creator.username,
      links: [{ href: creatorCatalogUrl(publicUrl, zine.creatorId), type: opdsType }],
    },
    description: [formatContentNotes(zine), zine.description].filter(Boolean).join('\n\n') || undefined,
    published: publicationDate({ ...zine, details: {} }),
    modified: toIsoTime(zine.editedAt ?? zine.createdAt),
    subject: [...genresOf(details), ...(details.subjects ?? [])],
    language: details.languages,
    contributor: details.with,
    numberOfPages: isVideo ? undefined : zine.pageCount,
    readingProgression: zine.readingDirection,
    belongsTo: details.series && { series: seriesMetadata(details, zine.creatorId, publicUrl) },
    accessibility: accessibilityOf(zine.texts),
  }
}

const formatContentNotes = ({ contentNote, pageNotes }: CatalogZine) => {
  const notes = new Set([contentNote?.text, ...pageNotes].filter(Boolean))
  return notes.size > 0 ? `Content note: ${[...notes].join(' · ')}` : ''
}

function seriesMetadata({ series = '', issue }: Details, creatorId: string, publicUrl: string) {
  const position = issueNumber(issue)
  const href = publicUrl + seriesAddress(creatorId, seriesSlug(series))
  const links = [{ href, type: 'text/html' }]
  return { name: series, links, ...(Number.isFinite(position) && { position }) }
}

export function publicationLinks(zine: CatalogZine, publicUrl: string): Link[] {
  const page = { href: zineUrl(publicUrl, zine.id), type: 'text/html' }
  const licence = licenceLink(zine.details)
  if (isReadOnSite(zine)) return [{ rel: ['alternate', 'preview'], ...page }, ...licence]
  const type = manifestType(zine)
  return [
    {
      rel: ['self', 'http://opds-spec.org/acquisition/open-access'],
      href: manifestUrl(publicUrl, zine.id),
      type,
    },
    ...fileLinks(zine, publicUrl),
    { rel: 'alternate', ...page },
    ...licence,
  ]
}

/** Comic formats allow only pictures. */
export const manifestType = ({ cover }: Zine) =>
  cover?.kind === 'video' ? 'application/webpub+json' : 'application/divina+json'

function fileLinks({ id, mayPrint, cover }: CatalogZine, publicUrl: string): Link[] {
  const rel = 'http://opds-spec.org/acquisition/open-access'
  if (cover?.kind === 'video')
    return [{ rel, href: publicUrl + cover.url, type: `video/${cover.url.split('.').at(-1)}` }]
  if (!mayPrint) return []
  return [{ rel, href: `${publicUrl}/api/zines/${id}/zine.cbz`, type: 'application/vnd.comicbook+zip' }]
}

function coverImages({ kind, url, posterUrl, ...size }: ZinePage, publicUrl: string): Link[] {
  const address = kind === 'video' ? posterUrl : url
  return address ? imagesOf(publicUrl + address, size) : []
}

type Size = { width: number | null; height: number | null }

export const imagesOf = (address: string, { width, height }: Size): [Link, ...Link[]] =>
  imageWidths.toReversed().map((targetWidth) => {
    const image = { href: addressAtWidth(address, targetWidth), type: 'image/webp' }
    if (!width || !height) return image
    const actualWidth = storedWidth(targetWidth, width)
    return { ...image, width: actualWidth, height: Math.max(1, Math.round((height * actualWidth) / width)) }
  }) as [Link, ...Link[]]

/** PostgreSQL writes microseconds and an offset. */
const toIsoTime = (time: string) => new Date(time).toISOString()

export type Link = {
  href: string
  type?: string
  rel?: string | string[]
  title?: string
  templated?: true
  width?: number
  height?: number
  properties?: { page: 'left' | 'right' | 'center' }
  alternate?: Link[]
}

export const opdsType = 'application/opds+json'

function licenceLink(details: Details): Link[] {
  const { name, address } = rightsOf(details)
  return address ? [{ rel: 'license', href: address, type: 'text/html', title: name }] : []
}
