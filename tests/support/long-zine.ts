import type { APIRequestContext } from '@playwright/test'
import { Pool } from 'pg'
import { expect } from 'playwright/test'
import { hashOfAddress } from '#contract/media-address.ts'
import { findRunningPostgres } from '#server/db/embedded/database.ts'
import { journeyData } from './journey-data.ts'

type LongZine = {
  title: string
  count: number
  direction?: 'ltr' | 'rtl'
  /** Places, from 0, of pages that are wider than they are tall. */
  landscape?: number[]
  mayPrint?: boolean
}

/** As many different pictures are made; a longer zine begins again with the first. */
const mostPictures = 8

/**
 * Publishes a zine of numbered pages, more of them than the dialog takes, for whoever the context is signed in as. Its first
 * page goes through the API, the others are linked to it in the database, as the layout table would publish them.
 */
export async function publishLong(request: APIRequestContext, { title, count, ...how }: LongZine) {
  const { landscape = [], direction = 'ltr', mayPrint = false } = how
  const urls: string[] = []
  for (let at = 0; at < Math.min(count, mostPictures); at += 1)
    urls.push(await uploadPage(request, `${title} ${at + 1}`, landscape.includes(at)))
  const body = { title, aspectRatio: '4:5', mayPrint, mediaFiles: [{ url: urls[0], altText: altOf(0) }] }
  const published = await request.post('/api/zines', { data: body })
  expect(published.ok(), await published.text()).toBe(true)
  const { zine } = (await published.json()) as { zine: { id: string; title: string } }
  const hashes = Array.from({ length: count }, (_, at) => hashOfAddress(urls[at % urls.length] ?? ''))
  await linkPages(zine.id, hashes.slice(1), direction)
  return zine
}

export const altOf = (at: number) => `The drawing ${at + 1}`
export const wordsOn = (at: number) => `Said on ${at + 1}.`

async function uploadPage(request: APIRequestContext, words: string, isWide: boolean) {
  const [width, height] = isWide ? [1800, 1200] : [1200, 1500]
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#f3ecdc"/><circle cx="50%" cy="40%" r="300" fill="#ff48b0"/><text x="50%" y="80%" font-size="90" text-anchor="middle">${words}</text></svg>`
  const data = { base64String: Buffer.from(drawing).toString('base64') }
  const uploaded = await request.post('/api/upload-zine-media', { data })
  expect(uploaded.ok(), await uploaded.text()).toBe(true)
  return (await uploaded.json()).url as string
}

/** Each page needs media of its own; the files are shared by their hash. */
async function linkPages(zineId: string, hashes: (string | undefined)[], direction: string) {
  const pool = new Pool({ ...findRunningPostgres(journeyData()), max: 1 })
  try {
    for (const [index, hash] of hashes.entries())
      await pool.query(
        `with copied as (
           insert into media (owner_id, kind, hash, extension, width, height, placeholder, print_width, byte_size)
           select owner_id, kind, hash, extension, width, height, placeholder, print_width, byte_size
           from media where hash = $1 limit 1 returning id)
         insert into zine_pages (zine_id, media_id, position, alt_text, transcript)
         select $2, id, $3, $4, $5 from copied`,
        [hash, zineId, index + 1, altOf(index + 1), wordsOn(index + 1)],
      )
    await pool.query('update zines set page_count = $2, reading_direction = $3 where id = $1', [
      zineId,
      hashes.length + 1,
      direction,
    ])
  } finally {
    await pool.end()
  }
}
