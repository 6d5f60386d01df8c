import { type Client, expectOk, parseJson } from '#trials/site/client.ts'
import { uploadMedia } from '#trials/site/publish.ts'
import type { Site } from '#trials/site/site.ts'

type LongZine = { picture: Buffer; pages: number; transcript?: string; mayPrint?: boolean }

/** Publishes a zine of many pages with the same picture: the first through the API, the others in the database. */
export async function publishLongZine(site: Site, { call }: Client, { picture, pages, ...zine }: LongZine) {
  const { transcript = '', mayPrint = false } = zine
  const mediaFiles = [{ url: await uploadMedia(call, picture), transcript }]
  const body = { title: 'Shelf of pages', aspectRatio: '4:5', mayPrint, mediaFiles }
  const response = await expectOk(call('POST', '/api/zines', { body }))
  const { id } = parseJson<{ zine: { id: string } }>(response).zine
  await site.withDatabase((database) => database.query(addPages, [id, pages, transcript]))
  return id
}

const addPages = `
  with first as (
    select m.* from media m join zine_pages p on p.media_id = m.id where p.zine_id = $1
  ), copied as (
    insert into media (owner_id, kind, hash, extension, width, height, placeholder, print_width, byte_size)
    select owner_id, kind, hash, extension, width, height, placeholder, print_width, byte_size
    from first, generate_series(2, $2::int) returning id
  ), linked as (
    insert into zine_pages (zine_id, media_id, position, alt_text, transcript)
    select $1, id, row_number() over (), '', $3 from copied
  )
  update zines set page_count = $2 where id = $1`
