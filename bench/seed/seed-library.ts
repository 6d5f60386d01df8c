import type pg from 'pg'
import { hashPassword } from '#server/auth/passwords/password.ts'
import { usernameKey } from '#server/auth/usernames/username-key.ts'
import { withoutIndexes } from './bulk-tables.ts'
import { type Creator, Library } from './generate.ts'
import {
  derivedRows,
  insertCreators,
  insertFavorites,
  insertPages,
  insertPictures,
  insertZines,
} from './insert-rows.ts'
import type { Picture } from './pictures.ts'

/** The one who can sign in. */
export const reader = { username: 'reader', email: 'reader@example.org', password: 'turn the page' }

export type Seeding = {
  zines: number
  /** One for ten zines unless it is said. */
  creators?: number
  /** Stores what the pages show; asked only when the library may be filled. */
  pictures: () => Promise<Picture[]>
  seed: number
  until: Date
  /** Into a library that is not empty. */
  add?: boolean
  onStep?: (name: string) => void
}

const bulkTables = ['media', 'zines', 'zine_pages', 'zine_stats', 'favorites', 'zine_search']

/** Fills the library in one transaction; counters and search documents are as the app would have made them. */
export async function seedLibrary(pool: pg.Pool, seeding: Seeding) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`set local statement_timeout = 0; set local maintenance_work_mem = '256MB'`)
    const counts = await fill(client, seeding)
    await client.query('commit')
    seeding.onStep?.('statistics')
    await client.query('set statement_timeout = 0')
    await client.query('vacuum (analyze)')
    await client.query('reset statement_timeout')
    return counts
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

async function fill(client: pg.ClientBase, { zines: wanted, seed, until, add, onStep, ...seeding }: Seeding) {
  const before = await countUsers(client)
  if (before > 0 && !add)
    throw new Error('This library is not empty. Name another with DATA_DIR or DATABASE_URL, or say --add.')
  onStep?.('pictures')
  const pictures = await seeding.pictures()
  const creators = Math.max(10, seeding.creators ?? Math.ceil(wanted / 10))
  const library = new Library({ seed: seed + before, until, creators, firstNumber: before + 1 })
  const restore = await withoutIndexes(client, bulkTables)
  onStep?.('creators')
  if (before === 0) nameReader(library.creators)
  await insertCreators(client, library.creators)
  if (before === 0) await letReaderIn(client)
  onStep?.('zines')
  const zines = [...library.zines(wanted)]
  await insertZines(client, zines)
  onStep?.('pages')
  await insertPictures(client, pictures)
  const pages = await insertPages(
    client,
    zines.values().flatMap((zine) => library.pages(zine, pictures.length)),
  )
  onStep?.('favorites')
  const favorites = await insertFavorites(client, library.favorites(zines))
  onStep?.('counters and search documents')
  await client.query(derivedRows)
  onStep?.('indexes')
  await restore()
  return { creators, zines: wanted, pages, favorites }
}

async function countUsers(client: pg.ClientBase) {
  const { rows } = await client.query<{ users: number }>('select count(*)::int as users from users')
  return rows[0]?.users ?? 0
}

function nameReader(creators: Creator[]) {
  const last = creators.at(-1)
  if (last) last.username = reader.username
}

async function letReaderIn(client: pg.ClientBase) {
  await client.query(
    `insert into accounts (user_id, account_id, provider_id, password)
     select id, id::text, 'credential', $2 from users where username_key = $1`,
    [usernameKey(reader.username), await hashPassword(reader.password)],
  )
}
