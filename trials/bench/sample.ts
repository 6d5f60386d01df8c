import { join } from 'node:path'
import type pg from 'pg'
import { imageAddress } from '#contract/media-address.ts'
import type { Editor } from './editors.ts'
import type { Member } from './members.ts'
import { drawTexts, type SampleTexts } from './sample-texts.ts'
import { reader } from './seed/seed-library.ts'

/** What the requests ask for. */
export type Sample = Drawn & {
  homePage: string
  profilePage: string
  /** Who toggle the same zine. */
  fans: Member[]
  /** Nobody, unless saving is measured. */
  editors: Editor[]
}

type Drawn = {
  /** From all over the library, always the same. */
  zines: string[]
  creators: string[]
  usernames: string[]
  reader: string
  /** Places in the middle of the lists. */
  newestPlaces: [string, string][]
  popularPlaces: [number, string][]
  /** One that is full. */
  shelf: string
  images: { address: string; file: string }[]
  texts: SampleTexts
}

type Rows = <Row extends pg.QueryResultRow>(text: string) => Promise<Row[]>

export async function drawSample(pool: pg.Pool, dataDir: string): Promise<Drawn> {
  const rows: Rows = async (text) => (await pool.query(text)).rows
  const [member] = await rows<{ id: string }>(`select id from users where username = '${reader.username}'`)
  if (!member) throw new Error('This library was not made by npm run seed: it has no reader.')
  const zines = await rows<{ id: string; text: string; place: [string, string] }>(drawnZines)
  const creators = await rows<{ id: string; username: string }>(
    'select id, username from users order by md5(id::text) limit 1000',
  )
  const texts = drawTexts(zines.map(({ text }) => text))
  await assertHasWords(pool, texts.middling)
  const byDate = zines.map(({ place }) => place).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return {
    zines: zines.map(({ id }) => id),
    creators: creators.map(({ id }) => id),
    usernames: creators.map(({ username }) => username),
    reader: member.id,
    newestPlaces: middleOf(byDate),
    popularPlaces: middleOf(await popularPlaces(rows)),
    shelf: await fullest(rows),
    images: await images(rows, dataDir),
    texts,
  }
}

/** A library that was seeded by other code answers quickly, because it has nothing of what is looked for. */
async function assertHasWords(pool: pg.Pool, words: string[]) {
  const { rows } = await pool.query('select from search_words where word = any($1::text[])', [words])
  if (rows.length < words.length / 2)
    throw new Error('This library was seeded with other words. Remove its folder, and it is seeded again.')
}

const drawnZines = `
  select id, concat_ws(' ', title, description) as text, json_build_array(created_at, id) as place
  from zines order by md5(id::text) limit 1000`

async function popularPlaces(rows: Rows) {
  const found = await rows<{ place: [number, string] }>(`
    select json_build_array(favorite_count, zine_id) as place
    from (select * from zine_stats order by md5(zine_id::text) limit 1000) drawn
    order by favorite_count desc, zine_id desc`)
  return found.map(({ place }) => place)
}

async function fullest(rows: Rows) {
  const [shelf] = await rows<{ id: string }>('select id from shelves order by item_count desc, id limit 1')
  if (!shelf)
    throw new Error('This library was seeded without a shelf. Remove its folder, and it is seeded again.')
  return shelf.id
}

/** A tenth of a list, from its middle. */
const middleOf = <Item>(items: Item[]) => items.slice(items.length * 0.45, Math.ceil(items.length * 0.55))

async function images(rows: Rows, dataDir: string) {
  const found = await rows<{ hash: string }>(
    `select distinct hash from (select hash from media where kind = 'image' order by id limit 1000) early order by hash`,
  )
  return found.map(({ hash }) => {
    const address = imageAddress(hash, 400)
    const name = address.slice('/media/'.length)
    return { address, file: join(dataDir, 'media', name.slice(0, 2), name) }
  })
}
