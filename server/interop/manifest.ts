import { countPageTexts } from '#contract/accessibility.ts'
import type { FullZine, FullZinePage } from '#contract/zines.ts'
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

export function manifest(zine: FullZine, publicUrl: string) {
  const catalogEntry = catalogZine(zine)
  const otherLinks = publicationLinks(catalogEntry, publicUrl).filter(({ rel }) => !rel?.includes('self'))
  const isDivina = manifestType(catalogEntry) === 'application/divina+json'
  return {
    '@context': 'https://readium.org/webpub-manifest/context.jsonld',
    metadata: { ...publicationMetadata(catalogEntry, publicUrl), ...(isDivina && { conformsTo: divina }) },
    links: [{ rel: 'self', href: manifestUrl(publicUrl, zine.id), type: manifestType(catalogEntry) }, ...otherLinks],
    readingOrder: zine.pages.map((page, index) => ({
      ...pageLink(page, publicUrl),
      title: page.altText || `Page ${index + 1}`,
      ...(isDivina && { properties: { page: pageSide(index, zine) } }),
    })),
  }
}

/** An opened zine already contains what a list has to query. */
export const catalogZine = (zine: FullZine): CatalogZine => ({
  ...zine,
  pageNotes: zine.pages.map(({ contentNote }) => contentNote).filter(Boolean),
  texts: countPageTexts(zine.pages),
})

function pageLink({ kind, url, ...page }: FullZinePage, publicUrl: string): Link {
  if (kind === 'video') return { href: publicUrl + url, type: `video/${url.split('.').at(-1)}` }
  const [largest, ...smaller] = imagesOf(publicUrl + url, page)
  return { ...largest, alternate: smaller }
}

/** The cover is a single page, then two pages face each other; a page left over at the back is single too. */
function pageSide(index: number, { readingDirection, pages }: FullZine) {
  const isSingle = index === 0 || (index === pages.length - 1 && index % 2 === 1)
  if (isSingle) return 'center'
  return (index % 2 === 1) === (readingDirection === 'ltr') ? 'left' : 'right'
}
