import type { I18n } from '@lingui/core'
import { accessibilityOf, countPageTexts } from '#contract/accessibility.ts'
import { hidesPage } from '#contract/content-warning.ts'
import { kindNames, licenceUrl, rightsNames } from '#contract/detail-choices.ts'
import { seriesAddress } from '#contract/series-address.ts'
import type { FullZine, Zine } from '#contract/zines.ts'

/** Schema.org data of a zine. Omits covered pictures. */
export function zineData(zine: Zine | FullZine, publicUrl: string, i18n: I18n) {
  const at = (path: string) => new URL(path, publicUrl).href
  const video = pagesOf(zine).find(({ kind }) => kind === 'video')
  const work = workData(zine, { publicUrl, at, i18n })
  // In schema.org, only books have a page count.
  if (!video) return { '@type': 'Book', ...work, ...(zine.pageCount > 0 && { numberOfPages: zine.pageCount }) } as const
  const videoSource = { url: at(video.url), posterUrl: video.posterUrl, at }
  return {
    '@type': 'CreativeWork',
    ...work,
    ...(!hidesPage(zine, video) && { video: videoData(zine, videoSource) }),
  } as const
}

type Site = { publicUrl: string; at: (path: string) => string; i18n: I18n }

function workData(zine: Zine | FullZine, { publicUrl, at, i18n }: Site) {
  const address = `${publicUrl}/zine/${zine.id}`
  const pages = pagesOf(zine).filter((page) => !hidesPage(zine, page))
  const images = pages.map(({ kind, url, posterUrl }) => (kind === 'video' ? posterUrl : url))
  const imageUrls = images.filter((path) => path !== null).map(at)
  return {
    '@id': address,
    url: address,
    name: zine.title,
    ...(zine.description && { description: zine.description }),
    genre: 'Zine' as string | string[],
    datePublished: zine.createdAt,
    ...('details' in zine && { ...editionData(zine), ...detailsData(zine, publicUrl, i18n) }),
    ...(imageUrls.length > 0 && { image: imageUrls }),
    author: {
      '@type': 'Person',
      '@id': `${publicUrl}/profile/${zine.creatorId}`,
      name: zine.creator.username,
      url: `${publicUrl}/profile/${zine.creatorId}`,
    },
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: { '@type': 'LikeAction' },
      userInteractionCount: zine.favoriteCount,
    },
  } as const
}

const editionData = ({ editedAt, printing }: FullZine) => ({
  ...(editedAt && { dateModified: editedAt }),
  version: printing,
})

/** Only the cover until all pages are loaded. */
const pagesOf = (zine: Zine | FullZine) => ('pages' in zine ? zine.pages : zine.cover ? [zine.cover] : [])

type Video = { url: string; posterUrl: string | null; at: (path: string) => string }

const videoData = (zine: Zine, { url, posterUrl, at }: Video) =>
  ({
    '@type': 'VideoObject',
    name: zine.title,
    description: zine.description ?? zine.title,
    contentUrl: url,
    uploadDate: zine.createdAt,
    ...(posterUrl && { thumbnailUrl: at(posterUrl) }),
  }) as const

/** The details in schema.org terms. Omits missing fields. */
function detailsData(zine: FullZine, publicUrl: string, i18n: I18n) {
  const { kind, languages, subjects, madeIn, year, with: names } = zine.details
  return {
    ...(kind && kind !== 'other' && { genre: ['Zine', i18n._(kindNames[kind])] }),
    ...(languages && { inLanguage: languages }),
    ...(subjects && { about: subjects.map((name) => ({ '@type': 'Thing', name }) as const) }),
    ...(madeIn && { locationCreated: { '@type': 'Place', name: madeIn } as const }),
    ...(year && { dateCreated: String(year) }),
    ...(names && { contributor: names.map((name) => ({ '@type': 'Person', name }) as const) }),
    ...rightsData(zine, i18n),
    ...seriesData(zine, publicUrl),
    ...accessibilityData(zine),
  }
}

function rightsData({ details: { rights } }: FullZine, i18n: I18n) {
  const licence = rights && licenceUrl(rights)
  if (licence) return { license: licence }
  return rights ? { copyrightNotice: i18n._(rightsNames[rights]) } : {}
}

/** An issue of the series as a periodical. Without an issue name, a part of the series. */
function seriesData({ series, details: { issue }, creatorId }: FullZine, publicUrl: string) {
  if (!series) return {}
  const url = publicUrl + seriesAddress(creatorId, series.slug)
  const periodical = { '@type': 'Periodical', '@id': url, name: series.title, url } as const
  if (!issue) return { isPartOf: periodical }
  return { isPartOf: { '@type': 'PublicationIssue', issueNumber: issue, isPartOf: periodical } as const }
}

function accessibilityData({ pages }: FullZine) {
  const { accessMode, feature, summary } = accessibilityOf(countPageTexts(pages))
  return {
    accessMode,
    ...(feature.length > 0 && { accessibilityFeature: feature }),
    accessibilitySummary: summary,
  }
}
