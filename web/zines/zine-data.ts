import type { OpenZine, Zine } from '#contract/zines.ts'

/** A zine for machines that read pages: what it is, who made it and its pictures. */
export function zineData(zine: Zine | OpenZine, publicUrl: string) {
  const address = `${publicUrl}/zine/${zine.id}`
  const at = (path: string) => new URL(path, publicUrl).href
  const pages = pagesOf(zine)
  const images = pages.map(({ kind, url, posterUrl }) => (kind === 'video' ? posterUrl : url))
  const video = pages.find(({ kind }) => kind === 'video')
  return {
    '@type': 'CreativeWork',
    '@id': address,
    url: address,
    name: zine.title,
    ...(zine.description && { description: zine.description }),
    genre: 'Zine',
    datePublished: zine.createdAt,
    ...('editedAt' in zine && editionData(zine)),
    ...(!video && zine.pageCount > 0 && { numberOfPages: zine.pageCount }),
    image: images.filter((path) => path !== null).map(at),
    ...(video && { video: videoData(zine, { url: at(video.url), posterUrl: video.posterUrl, at }) }),
    author: {
      '@type': 'Person',
      '@id': `${publicUrl}/profile/${zine.creatorId}`,
      name: zine.creator.username,
      url: `${publicUrl}/profile/${zine.creatorId}`,
    },
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: 'https://schema.org/LikeAction',
      userInteractionCount: zine.favoriteCount,
    },
  }
}

/** When it was changed last, and which printing this is. */
const editionData = ({ editedAt, printing }: OpenZine) => ({
  ...(editedAt && { dateModified: editedAt }),
  version: printing,
})

/** Until all pages are read, its cover stands for it. */
const pagesOf = (zine: Zine | OpenZine) => ('pages' in zine ? zine.pages : zine.cover ? [zine.cover] : [])

type Video = { url: string; posterUrl: string | null; at: (path: string) => string }

const videoData = (zine: Zine, { url, posterUrl, at }: Video) => ({
  '@type': 'VideoObject',
  name: zine.title,
  description: zine.description ?? zine.title,
  contentUrl: url,
  uploadDate: zine.createdAt,
  ...(posterUrl && { thumbnailUrl: at(posterUrl) }),
})
