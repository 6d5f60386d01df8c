import { kindNames } from '#contract/detail-choices.ts'
import { filterNames } from '#contract/filters.ts'
import { inEnglish } from '#contract/in-english.ts'
import { kinds } from '#contract/kinds.ts'
import { type CatalogZine, type Link, opdsType, publication } from './publication.ts'

export const catalogRoot = (publicUrl: string) => ({
  metadata: { title: 'Foldout' },
  links: [selfLink(`${publicUrl}/opds`), ...commonLinks(publicUrl)],
  navigation: [
    entry(`${publicUrl}/opds/zines`, 'New zines', 'http://opds-spec.org/sort/new'),
    entry(`${publicUrl}/opds/zines?filter=popular`, 'Popular zines', 'http://opds-spec.org/sort/popular'),
    ...kinds.map((kind) => entry(`${publicUrl}/opds/zines?kind=${kind}`, inEnglish(kindNames[kind]), 'subsection')),
  ],
})

type CatalogPage = {
  publicUrl: string
  title: string
  self: string
  next: string | null
  zines: CatalogZine[]
}

/** A page of zines. An empty page links to the newest zines, because a catalogue must not be empty. */
export const catalogPage = ({ publicUrl, title, self, next, zines }: CatalogPage) => ({
  metadata: { title, ...(zines.length > 0 && { itemsPerPage: zines.length }) },
  links: [
    selfLink(publicUrl + self),
    ...(next ? [{ rel: 'next', href: publicUrl + next, type: opdsType }] : []),
    ...commonLinks(publicUrl),
  ],
  ...(zines.length > 0
    ? { publications: zines.map((zine) => publication(zine, publicUrl)) }
    : { navigation: [entry(`${publicUrl}/opds/zines`, 'New zines', 'http://opds-spec.org/sort/new')] }),
})

const entry = (href: string, title: string, rel: string): Link => ({ href, title, rel, type: opdsType })
const selfLink = (href: string): Link => ({ rel: 'self', href, type: opdsType })

const commonLinks = (publicUrl: string): Link[] => [
  { rel: 'start', href: `${publicUrl}/opds`, type: opdsType },
  {
    rel: 'search',
    href: `${publicUrl}/opds/zines{?query,${filterNames.join(',')}}`,
    type: opdsType,
    templated: true,
  },
]
