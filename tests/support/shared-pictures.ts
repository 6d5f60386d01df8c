import { type APIRequestContext, request, test } from '@playwright/test'
import { Pool } from 'pg'
import { hashFromAddress, imageAddress } from '#contract/media-address.ts'
import { findRunningPostgres } from '#server/db/embedded/database.ts'
import { callApi, register } from './journey.ts'
import { journeyDataDir, journeyPort } from './journey-data.ts'

const uploadsByName = new Map<string, Promise<string[]>>()

/**
 * Uploads pictures once per process and name and returns their hashes, because decoding takes longer than most journeys.
 * They belong to a member who deletes nothing.
 */
export function uploadOnce(name: string, make: () => Promise<Buffer[]>): Promise<string[]> {
  const hashes = uploadsByName.get(name) ?? make().then(uploadAll)
  uploadsByName.set(name, hashes)
  return hashes
}

/** Extends the timeout of the journey that has to upload the pictures. */
async function uploadAll(pictures: Buffer[]) {
  test.setTimeout(test.info().timeout + pictures.length * 5_000)
  const illustrator = await request.newContext({ baseURL: `http://localhost:${journeyPort}` })
  await register(illustrator)
  const hashes: string[] = []
  for (const picture of pictures) {
    const data = { base64String: picture.toString('base64') }
    const { url } = await callApi(illustrator, 'post', '/api/upload-zine-media', data)
    hashes.push(hashFromAddress(url) ?? '')
  }
  await illustrator.dispose()
  return hashes
}

/**
 * Inserts media rows for such pictures, as if the context's member had uploaded them. The files are shared by their hash.
 * Returns the URLs.
 */
export async function copyPicturesToMember(member: APIRequestContext, hashes: string[]) {
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
export async function withDatabase<Result>(work: (database: Pool) => Promise<Result>) {
  const database = new Pool({ ...findRunningPostgres(journeyDataDir()), max: 1 })
  try {
    return await work(database)
  } finally {
    await database.end()
  }
}
