import type pg from 'pg'
import { hashPassword } from '#server/auth/passwords/passwords.ts'
import { usernameKey } from '#server/auth/usernames/username-key.ts'
import { dropIndexes } from '#server/db/bulk-tables.ts'
import { fillSearch } from '#tests/support/fill-search.ts'
import { copyCreators, copyFavorites, copyPages, copyZines } from './fill-tables.ts'
import { type DatedZine, Library, type Page, type Zine } from './generate.ts'
import type { Picture } from './pictures.ts'

/** The member who can sign in. */
export const reader = { username: 'reader', email: 'reader@example.org', password: 'turn the page' }

type SeedOptions = {
  zines: number
  /** Stores the pictures of the pages. Called only if the library may be filled. */
  pictures: () => Promise<Picture[]>
  seed: number
  until: Date
  onProgress?: (name: string) => void
}

const bulkTables = ['media', 'zines', 'zine_pages', 'zine_details', 'zine_stats', 'favorites', 'zine_search']
/** These tables keep their indexes, so that the indexes look grown. If built in word order, they would be half full. */
const wordTables = ['creator_search', 'terms']
const batchSize = 10_000

/**
 * Fills the library in one transaction, so an interrupted run leaves an empty library and the next one starts over. Counters
 * and search documents are the same as the app would create.
 */
export async function seedLibrary(pool: pg.Pool, seeding: SeedOptions) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`set local statement_timeout = 0; set local maintenance_work_mem = '512MB'`)
    const counts = await seedTables(client, seeding)
    await client.query('commit')
    seeding.onProgress?.('statistics')
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

async function seedTables(
  client: pg.ClientBase,
  { zines: zineCount, seed, until, onProgress, ...seeding }: SeedOptions,
) {
  await client.query('lock table users in exclusive mode')
  const { rows } = await client.query('select from users limit 1')
  if (rows.length > 0) throw new Error('This library is not empty. Name another with DATA_DIR or DATABASE_URL.')
  onProgress?.('pictures')
  const pictures = await seeding.pictures()
  const creators = Math.max(10, Math.ceil(zineCount / 10))
  const library = new Library({ seed, until, creators })
  const restore = await dropIndexes(client, bulkTables)
  // Frees the space that an interrupted run has left, and allows COPY to freeze rows.
  await client.query(`truncate ${[...bulkTables, ...wordTables].join(', ')}`)
  onProgress?.('creators')
  const last = library.creators.at(-1)
  if (last) last.username = reader.username
  await copyCreators(client, library.creators)
  await addReaderAccount(client)
  onProgress?.('zines and pages')
  const { dated, pages } = await fillZines(client, library, { zineCount, pictures })
  onProgress?.('favorites')
  const favorites = await copyFavorites(client, library.favorites(dated))
  onProgress?.('counters')
  await fillCounters(client)
  onProgress?.('search')
  await fillSearch(client)
  onProgress?.('indexes')
  await restore()
  return { creators, zines: zineCount, pages, favorites }
}

type ZinesToSeed = { zineCount: number; pictures: Picture[] }

/** Works in batches, so that memory holds only what favorites need to know about the zines. */
async function fillZines(client: pg.ClientBase, library: Library, { zineCount, pictures }: ZinesToSeed) {
  const dated: DatedZine[] = []
  let pages = 0
  for (const batch of batches(library.zines(zineCount, pictures.length))) {
    await copyZines(client, batch.zines)
    pages += await copyPages(client, batch.pages, pictures)
    for (const { id, created } of batch.zines) dated.push({ id, created: created.getTime() })
  }
  return { dated, pages }
}

function* batches(generated: Iterable<{ zine: Zine; pages: Page[] }>) {
  let batch = { zines: [] as Zine[], pages: [] as Page[] }
  for (const { zine, pages } of generated) {
    batch.zines.push(zine)
    batch.pages.push(...pages)
    if (batch.zines.length < batchSize) continue
    yield batch
    batch = { zines: [], pages: [] }
  }
  if (batch.zines.length > 0) yield batch
}

async function addReaderAccount(client: pg.ClientBase) {
  await client.query(
    `insert into accounts (user_id, account_id, provider_id, password)
     select id, id::text, 'credential', $2 from users where username_key = $1`,
    [usernameKey(reader.username), await hashPassword(reader.password)],
  )
}

/** Fills the rows that are derived from others. */
async function fillCounters(client: pg.ClientBase) {
  await client.query('analyze users, profiles, zines')
  await client.query(counters)
}

const counters = `
  insert into zine_stats (zine_id, favorite_count)
  select z.id, coalesce(f.favorite_count, 0)
  from zines z left join (select zine_id, count(*) as favorite_count from favorites group by zine_id) f
    on f.zine_id = z.id
  where not exists (select from zine_stats s where s.zine_id = z.id);
  insert into creator_stats (creator_id, zine_count)
  select p.user_id, count(z.id) from profiles p left join zines z on z.creator_id = p.user_id
  where not exists (select from creator_stats s where s.creator_id = p.user_id) group by p.user_id`
