import { type APIRequestContext, request, test } from '@playwright/test'
import { Pool } from 'pg'
import { hashOfAddress, imageAddress } from '#contract/media-address.ts'
import { findRunningPostgres } from '#server/db/embedded/database.ts'
import { register, send } from './journey.ts'
import { journeyData, journeyPort } from './journey-data.ts'

const sent = new Map<string, Promise<string[]>>()

/**
 * Uploads pictures once per process and name and returns their hashes, because decoding takes longer than most journeys.
 * They belong to a member who deletes nothing.
 */
export function sentOnce(name: string, make: () => Promise<Buffer[]>): Promise<string[]> {
  const hashes = sent.get(name) ?? make().then(sendAll)
  sent.set(name, hashes)
  return hashes
}

/** Extends the timeout of the journey that has to upload the pictures. */
async function sendAll(pictures: Buffer[]) {
  test.setTimeout(test.info().timeout + pictures.length * 5_000)
  const illustrator = await request.newContext({ baseURL: `http://localhost:${journeyPort}` })
  await register(illustrator)
  const hashes: string[] = []
  for (const picture of pictures) {
    const data = { base64String: picture.toString('base64') }
    const { url } = await send(illustrator, 'post', '/api/upload-zine-media', data)
    hashes.push(hashOfAddress(url) ?? '')
  }
  await illustrator.dispose()
  return hashes
}

/**
 * Inserts media rows for such pictures, as if the context's member had uploaded them. The files are shared by their hash.
 * Returns the URLs.
 */
export async function ownPictures(member: APIRequestContext, hashes: string[]) {
  const { user } = await (await member.get('/api/auth/user')).json()
  await withDatabase((database) =>
    database.query(
      `insert into media (owner_id, kind, hash, extension, width, height, placeholder, print_width, byte_size)
       select $1, kind, hash, extension, width, height, placeholder, print_width, byte_size
       from unnest($2::text[]) wanted, lateral (select * from media where hash = wanted limit 1) sent`,
      [user.id, hashes],
    ),
  )
  return hashes.map((hash) => imageAddress(hash))
}

/** The database of the journeys' site. */
export async function withDatabase<Answer>(use: (database: Pool) => Promise<Answer>) {
  const database = new Pool({ ...findRunningPostgres(journeyData()), max: 1 })
  try {
    return await use(database)
  } finally {
    await database.end()
  }
}
