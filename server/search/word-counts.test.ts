import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Tx } from '#server/db/connection.ts'
import { addMedia, publishZine } from '#tests/support/library.ts'
import { openTestApp } from '#tests/support/test-app.ts'
import { find } from './find.ts'
import { forgetZines, indexCreators, indexZines } from './indexing.ts'
import { newestZines } from './lists.ts'
import { rebuildSearch } from './rebuild.ts'
import { changeWords, foldAdditions, frequentFrom, mostAdditions } from './word-counts.ts'
import { wrongWords } from './wrong-words.testing.ts'

const maker = '00000000-0000-7000-8000-0000000000a1'

const site = await openTestApp()
await site.pool.query(
  `with maker as (insert into users (id, email, username, username_key) values ($1, 'm', 'maker', 'maker')),
     shown as (insert into profiles (user_id, name) values ($1, 'Maker'))
   insert into creator_stats (creator_id) values ($1)`,
  [maker],
)
await site.db.transaction().execute((tx) => indexCreators(tx, [maker]))
beforeEach(() => foldAdditions(site.db))

/** Inserts and indexes zines with these titles in one transaction, as publishing does. */
const publish = (...titles: string[]) =>
  site.db.transaction().execute(async (tx) => {
    const ids = await insertZines(tx, titles)
    await indexZines(tx, ids)
    return ids
  })
// One zine fewer has `staple`, so this term is not frequent yet.
await publish(...Array.from({ length: frequentFrom }, (_, at) => (at ? 'paper staple' : 'paper')))

async function insertZines(tx: Tx, titles: string[]) {
  const ids = titles.map(() => randomUUID())
  await sql`
    with z as (select * from unnest(${ids}::uuid[], ${titles}::text[]) as z (id, title)),
      made as (insert into zines (id, creator_id, title, aspect_ratio) select id, ${maker}, title, '1:1' from z)
    insert into zine_stats (zine_id) select id from z`.execute(tx)
  return ids
}

const remove = (ids: string[]) =>
  site.db.transaction().execute(async (tx) => {
    await tx.selectFrom('zines').select('id').where('id', 'in', ids).forUpdate().execute()
    await forgetZines(tx, ids)
    await tx.deleteFrom('zines').where('id', 'in', ids).execute()
  })

const additions = async () =>
  (await site.pool.query<{ words: string[] }>('select words from search_word_additions')).rows
const zinesWith = async (word: string) =>
  (await site.pool.query('select zines from search_words where word = $1', [word])).rows[0]?.zines
const found = async (text: string) => {
  const { matches = [], reading } = await find(site.pool, newestZines, text, { limit: 40, after: undefined })
  return reading.correction ? [] : matches.map(({ id }) => id)
}

test('a frequent term of a new zine is queued, searchable immediately, and counted once compacted', async () => {
  const before = await zinesWith('paper')
  const [id] = await publish('Paper owl')
  expect(await additions()).toEqual([{ words: expect.arrayContaining(['paper', 'maker', '@maker']) }])
  expect([await zinesWith('paper'), await zinesWith('owl')]).toEqual([before, 1])
  for (const text of ['owl', 'ape ow', '"paper owl"', '@maker owl']) expect(await found(text)).toEqual([id])
  expect((await found('paper'))[0]).toBe(id)
  await foldAdditions(site.db)
  expect([await additions(), await zinesWith('paper')]).toEqual([[], before + 1])
  expect(await wrongWords(site)).toEqual([])
})

test('counts of rare terms, decreases and large changes are written immediately', async () => {
  const before = { paper: await zinesWith('paper'), staple: await zinesWith('staple') }
  expect(before.staple).toBe(frequentFrom - 1)
  const [id = ''] = await publish('staple')
  expect(await zinesWith('staple')).toBe(frequentFrom)
  await remove([id])
  const many = await publish('paper', 'paper')
  expect(await zinesWith('paper')).toBe(before.paper + 2)
  await remove(many)
  expect(await zinesWith('paper')).toBe(before.paper)
  await foldAdditions(site.db)
  expect(await wrongWords(site)).toEqual([])
})

test('deleting a zine before its terms are compacted leaves every count right', async () => {
  const [id = ''] = await publish('paper moth')
  await remove([id])
  expect(await wrongWords(site)).toEqual([])
  await foldAdditions(site.db)
  expect(await wrongWords(site)).toEqual([])
  expect([await additions(), await zinesWith('moth')]).toEqual([[], undefined])
})

test('a frequent term that loses its last zine before compaction is deleted by the compaction', async () => {
  const ids = await publish(...Array.from({ length: frequentFrom }, () => 'linen'))
  ids.push(...(await publish('linen')))
  await remove(ids)
  expect([await zinesWith('linen'), await wrongWords(site)]).toEqual([-1, []])
  expect(await found('linen')).toEqual([])
  await foldAdditions(site.db)
  expect([await zinesWith('linen'), await wrongWords(site)]).toEqual([undefined, []])
})

test('a fold that is cut off in the middle has done nothing, and is done later', async () => {
  await publish('paper heron')
  const before = [await additions(), await zinesWith('paper')]
  await site.pool.query(`
    create function die() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
    create trigger dies after update on search_words for each row when (new.word = 'paper') execute function die()`)
  await expect(foldAdditions(site.db)).rejects.toThrow()
  // The pool notices the closed connection slightly later than the error.
  await sleep(300)
  expect([await additions(), await zinesWith('paper')]).toEqual(before)
  expect(await wrongWords(site)).toEqual([])
  await site.pool.query('drop trigger dies on search_words')
  await foldAdditions(site.db)
  expect([await additions(), await wrongWords(site)]).toEqual([[], []])
})

test('while one process folds another leaves it to that one', async () => {
  await publish('paper crane')
  await site.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('fold words', 7))`.execute(tx)
    await foldAdditions(site.db)
    expect(await additions()).toHaveLength(1)
  })
  await foldAdditions(site.db)
  expect([await additions(), await wrongWords(site)]).toEqual([[], []])
})

test('if nothing was compacted for long, counts are written immediately again', async () => {
  await site.pool.query(
    `insert into search_word_additions (words) select array[repeat('-', 1900)] from generate_series(1, $1)`,
    [Math.ceil(mostAdditions / 1900)],
  )
  const before = await zinesWith('paper')
  const [id = ''] = await publish('paper stork')
  expect(await zinesWith('paper')).toBe(before + 1)
  await remove([id])
  await site.pool.query('truncate search_word_additions')
})

/** Publishes like the previous release, which updates every term row immediately. */
const publishAsBefore = (title: string) =>
  site.db.transaction().execute(async (tx) => {
    const [id = ''] = await insertZines(tx, [title])
    const words = title.split(' ').sort()
    await sql`insert into zine_search (zine_id, created_at, document)
      select id, created_at, ${`\n ${title} \n`} from zines where id = ${id}`.execute(tx)
    const values = [words, words.map(() => 1), words.map(() => 0)]
    await tx.executeQuery(CompiledQuery.raw(changeWords, values))
    return [id]
  })

const rare = ['egret', 'stilt', 'ibis']

test('with concurrent publishing, deleting, compacting and reindexing, in two versions, every term count is right at every moment', {
  timeout: 60_000,
}, async () => {
  const until = performance.now() + 6_000
  let looks = 0
  // A busy machine may need seconds per check. Waits up to 30 s longer for enough checks.
  const isTime = () => performance.now() < until + (looks > 3 ? 0 : 30_000)
  const member = async (_: unknown, own: number) => {
    for (let round = 0; isTime(); round++) {
      const word = `q${'bcdfghjklm'[own]}${String(round).replace(/./g, (digit) => 'nprstvwxyz'[Number(digit)] ?? '')}zz`
      const title = `paper ${rare[(round * 7 + own) % rare.length]} ${word}`
      const ids = own % 3 ? await publish(title) : await publishAsBefore(title)
      expect([title, await found(word)]).toEqual([title, ids])
      expect([title, (await found(title)).includes(ids[0] ?? '')]).toEqual([title, true])
      await remove(ids)
      expect([title, await found(word)]).toEqual([title, []])
    }
  }
  const folding = async () => {
    for (; isTime(); await sleep(Math.random() * 20)) await foldAdditions(site.db)
  }
  const looking = async () => {
    for (; isTime(); looks++) expect(await wrongWords(site)).toEqual([])
  }
  await Promise.all([
    looking(),
    folding(),
    folding(),
    rebuilding(isTime),
    ...Array.from({ length: 6 }, member),
  ])
  expect(looks).toBeGreaterThan(3)
  await foldAdditions(site.db)
  expect([await additions(), await wrongWords(site)]).toEqual([[], []])
  const { rows } = await site.pool.query('select word from search_words where word = any($1)', [rare])
  expect(rows).toEqual([])
})

async function rebuilding(isTime: () => boolean) {
  while (isTime()) await rebuildSearch(site.db)
}

test('a site that publishes compacts automatically, soon', async () => {
  const member = await site.signUp()
  const mediaFiles = await addMedia(site, member, ['image'])
  const before = await zinesWith('paper')
  await publishZine(site, member, { title: 'Paper boats', mediaFiles })
  await vi.waitFor(async () => expect(await zinesWith('paper')).toBe(before + 1), { timeout: 10_000 })
  expect([await additions(), await wrongWords(site)]).toEqual([[], []])
})
