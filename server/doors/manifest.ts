import type { OpenPage, OpenZine } from '#contract/zines.ts'
import {
  type CatalogZine,
  imagesOf,
  type Link,
  manifestType,
  manifestUrl,
  publicationLinks,
  publicationMetadata,
} from './publication.ts'

const divina = 'https://readium.org/webpub-manifest/profiles/divina'

export function manifest(zine: OpenZine, publicUrl: string) {
  const whole = catalogZine(zine)
  const others = publicationLinks(whole, publicUrl).filter(({ rel }) => !rel?.includes('self'))
  const isDivina = manifestType(whole) === 'application/divina+json'
  return {
    '@context': 'https://readium.org/webpub-manifest/context.jsonld',
    metadata: { ...publicationMetadata(whole, publicUrl), ...(isDivina && { conformsTo: divina }) },
    links: [{ rel: 'self', href: manifestUrl(publicUrl, zine.id), type: manifestType(whole) }, ...others],
    readingOrder: zine.pages.map((page, index) => ({
      ...pageLink(page, publicUrl),
      title: page.altText || `Page ${index + 1}`,
      ...(isDivina && { properties: { page: sideOf(index, zine) } }),
    })),
  }
}

/** An opened zine already contains what a list has to query. */
export const catalogZine = (zine: OpenZine): CatalogZine => ({
  ...zine,
  pageNotes: zine.pages.map(({ contentNote }) => contentNote).filter(Boolean),
  isDescribed: zine.pages.every(({ altText }) => altText !== ''),
})

function pageLink({ kind, url, ...page }: OpenPage, publicUrl: string): Link {
  if (kind === 'video') return { href: publicUrl + url, type: `video/${url.split('.').at(-1)}` }
  const [largest, ...smaller] = imagesOf(publicUrl + url, page)
  return { ...largest, alternate: smaller }
}

/** The cover is a single page, then two pages face each other; a page left over at the back is single too. */
function sideOf(index: number, { readingDirection, pages }: OpenZine) {
  const isAlone = index === 0 || (index === pages.length - 1 && index % 2 === 1)
  if (isAlone) return 'center'
  return (index % 2 === 1) === (readingDirection === 'ltr') ? 'left' : 'right'
}
