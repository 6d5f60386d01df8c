import { kindNames, licenceAddress, rightsNames } from '#contract/detail-choices.ts'
import { seriesAddress } from '#contract/series-address.ts'
import type { OpenZine } from '#contract/zines.ts'

/** What a zine says of itself in the words of schema.org; what it does not say is left out. */
export function detailsData(zine: OpenZine, publicUrl: string) {
  const { kind, languages, subjects, madeIn, year, with: names } = zine.details
  return {
    ...(kind && kind !== 'other' && { genre: ['Zine', kindNames[kind]] }),
    ...(languages && { inLanguage: languages }),
    ...(subjects && { about: subjects.map((name) => ({ '@type': 'Thing', name }) as const) }),
    ...(madeIn && { locationCreated: { '@type': 'Place', name: madeIn } as const }),
    ...(year && { dateCreated: String(year) }),
    ...(names && { contributor: names.map((name) => ({ '@type': 'Person', name }) as const) }),
    ...rightsData(zine),
    ...seriesData(zine, publicUrl),
    ...(isDescribed(zine) && { accessibilityFeature: ['alternativeText'] }),
  }
}

function rightsData({ details: { rights } }: OpenZine) {
  const licence = rights && licenceAddress(rights)
  if (licence) return { license: licence }
  return rights ? { copyrightNotice: rightsNames[rights] } : {}
}

/** An issue of a periodical, which its series is, or part of it where the issue has no name. */
function seriesData({ series, details: { issue }, creatorId }: OpenZine, publicUrl: string) {
  if (!series) return {}
  const url = publicUrl + seriesAddress(creatorId, series.slug)
  const periodical = { '@type': 'Periodical', '@id': url, name: series.title, url } as const
  if (!issue) return { isPartOf: periodical }
  return { isPartOf: { '@type': 'PublicationIssue', issueNumber: issue, isPartOf: periodical } as const }
}

/** Whether every page has words for people who cannot see it. */
const isDescribed = ({ pages }: OpenZine) => pages.length > 0 && pages.every(({ altText }) => altText !== '')
