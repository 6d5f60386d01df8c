import type { APIRequestContext } from '@playwright/test'
import { callApi } from './journey.ts'
import { copyPicturesToMember, uploadOnce, withDatabase } from './shared-pictures.ts'

type LongZine = {
  title: string
  count: number
  direction?: 'ltr' | 'rtl'
  /** Indexes, from 0, of pages in landscape format. */
  landscape?: number[]
  mayPrint?: boolean
}

/** The number of different pictures. Longer zines repeat them. */
const drawingCount = 3

/** The numbered pages, followed by the wide one. */
const uploadDrawings = () =>
  uploadOnce('drawings', async () => [
    ...Array.from({ length: drawingCount }, (_, at) => svgPage(`Page ${at + 1}`, 800, 1000)),
    svgPage('A wide page', 1200, 800),
  ])

const svgPage = (caption: string, width: number, height: number) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#f3ecdc"/><circle cx="50%" cy="40%" r="200" fill="#ff48b0"/><text x="50%" y="80%" font-size="90" text-anchor="middle">${caption}</text></svg>`,
  )

/**
 * Publishes a zine with more numbered pages than the dialog accepts, as the context's member. The first page goes through
 * the API. The others are linked in the database, as the layout table would publish them.
 */
export async function publishLongZine(request: APIRequestContext, { title, count, ...options }: LongZine) {
  const { landscape = [], direction = 'ltr', mayPrint = false } = options
  const hashesOfDrawings = await uploadDrawings()
  const hashes = Array.from(
    { length: count },
    (_, at) => hashesOfDrawings[landscape.includes(at) ? drawingCount : at % drawingCount] ?? '',
  )
  const [url] = await copyPicturesToMember(request, hashes.slice(0, 1))
  const body = { title, aspectRatio: '4:5', mayPrint, mediaFiles: [{ url, altText: altTextOf(0) }] }
  const { zine } = (await callApi(request, 'post', '/api/zines', body)) as {
    zine: { id: string; title: string }
  }
  await linkPages(zine.id, hashes.slice(1), direction)
  return zine
}

/** URLs of this many numbered pages for the context's member, all different. */
export async function numberedPages(request: APIRequestContext, count: number) {
  const draw = async () => Array.from({ length: count }, (_, at) => svgPage(`Page ${at + 1}`, 800, 1000))
  return copyPicturesToMember(request, await uploadOnce(`${count} numbered pages`, draw))
}

/** Publishes one-page zines with the same picture for lists, in this order. */
export async function publishZines(request: APIRequestContext, titles: string[]) {
  const [drawingHash = ''] = await uploadDrawings()
  const urls = await copyPicturesToMember(request, Array(titles.length).fill(drawingHash))
  for (const [at, title] of titles.entries()) {
    const mediaFiles = [{ url: urls[at], altText: `A page of ${title}` }]
    await callApi(request, 'post', '/api/zines', { title, aspectRatio: '4:5', mediaFiles })
  }
}

export const altTextOf = (at: number) => `The drawing ${at + 1}`
export const transcriptOf = (at: number) => `Said on ${at + 1}.`

/** Each page needs its own media row. The files are shared by their hash. */
const linkPages = (zineId: string, hashes: string[], direction: string) =>
  withDatabase(async (database) => {
    for (const [index, hash] of hashes.entries())
      await database.query(
        `with copied as (
           insert into media (owner_id, kind, hash, extension, width, height, placeholder, print_width, byte_size)
           select z.creator_id, kind, hash, extension, width, height, placeholder, print_width, byte_size
           from media, zines z where hash = $1 and z.id = $2 limit 1 returning id)
         insert into zine_pages (zine_id, media_id, position, alt_text, transcript)
         select $2, id, $3, $4, $5 from copied`,
        [hash, zineId, index + 1, altTextOf(index + 1), transcriptOf(index + 1)],
      )
    await database.query('update zines set page_count = $2, reading_direction = $3 where id = $1', [
      zineId,
      hashes.length + 1,
      direction,
    ])
  })
