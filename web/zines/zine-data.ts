import { coversPage } from '#contract/covering.ts'
import type { OpenZine, Zine } from '#contract/zines.ts'
import { detailsData } from './zine-details-data.ts'

/** A zine for machines that read pages: what it is, who made it and its pictures, but for those that are covered. */
export function zineData(zine: Zine | OpenZine, publicUrl: string) {
  const at = (path: string) => new URL(path, publicUrl).href
  const video = pagesOf(zine).find(({ kind }) => kind === 'video')
  const work = workData(zine, { publicUrl, at })
  // Only of a book there is a number of pages.
  if (!video)
    return { '@type': 'Book', ...work, ...(zine.pageCount > 0 && { numberOfPages: zine.pageCount }) } as const
  const shown = { url: at(video.url), posterUrl: video.posterUrl, at }
  return {
    '@type': 'CreativeWork',
    ...work,
    ...(!coversPage(zine, video) && { video: videoData(zine, shown) }),
  } as const
}

type Site = { publicUrl: string; at: (path: string) => string }

function workData(zine: Zine | OpenZine, { publicUrl, at }: Site) {
  const address = `${publicUrl}/zine/${zine.id}`
  const pages = pagesOf(zine).filter((page) => !coversPage(zine, page))
  const images = pages.map(({ kind, url, posterUrl }) => (kind === 'video' ? posterUrl : url))
  const shown = images.filter((path) => path !== null).map(at)
  return {
    '@id': address,
    url: address,
    name: zine.title,
    ...(zine.description && { description: zine.description }),
    genre: 'Zine' as string | string[],
    datePublished: zine.createdAt,
    ...('details' in zine && { ...editionData(zine), ...detailsData(zine, publicUrl) }),
    ...(shown.length > 0 && { image: shown }),
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

/** When it was changed last, and which printing this is. */
const editionData = ({ editedAt, printing }: OpenZine) => ({
  ...(editedAt && { dateModified: editedAt }),
  version: printing,
})

/** Until all pages are read, its cover stands for it. */
const pagesOf = (zine: Zine | OpenZine) => ('pages' in zine ? zine.pages : zine.cover ? [zine.cover] : [])

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
