import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Tx } from '#server/db/connection.ts'
import { addMedia, publishZine } from '#tests/support/library.ts'
import { openTestApp } from '#tests/support/test-app.ts'
import { find } from './find.ts'
import { indexCreators, indexZines, removeZinesFromIndex } from './indexing.ts'
import { rebuildSearch } from './rebuild.ts'
import { newestZines } from './search-lists.ts'
import { changeTerms, compactTermCounts, maxDeltaBytes, minFrequentCount } from './term-counts.ts'
import { wrongTermCounts } from './wrong-term-counts.testing.ts'

const maker = '00000000-0000-7000-8000-0000000000a1'

const site = await openTestApp()
await site.pool.query(
  `with maker as (insert into users (id, email, username, username_key) values ($1, 'm', 'maker', 'maker')),
     shown as (insert into profiles (user_id, name) values ($1, 'Maker'))
   insert into creator_stats (creator_id) values ($1)`,
  [maker],
)
await site.db.transaction().execute((tx) => indexCreators(tx, [maker]))
beforeEach(() => compactTermCounts(site.db))

/** Inserts and indexes zines with these titles in one transaction, as publishing does. */
const publish = (...titles: string[]) =>
  site.db.transaction().execute(async (tx) => {
    const ids = await insertZines(tx, titles)
    await indexZines(tx, ids)
    return ids
  })
// One zine fewer has `staple`, so this term is not frequent yet.
await publish(...Array.from({ length: minFrequentCount }, (_, at) => (at ? 'paper staple' : 'paper')))

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
    await removeZinesFromIndex(tx, ids)
    await tx.deleteFrom('zines').where('id', 'in', ids).execute()
  })

const pendingDeltas = async () =>
  (await site.pool.query<{ terms: string[] }>('select terms from term_count_deltas')).rows
const zineCountOf = async (term: string) =>
  (await site.pool.query('select zines from terms where term = $1', [term])).rows[0]?.zines
const findIds = async (text: string) => {
  const { matches, interpretation } = await find(site.pool, newestZines, text, {
    limit: 40,
    after: undefined,
  })
  return interpretation.correction ? [] : matches.map(({ id }) => id)
}

test('a frequent term of a new zine is queued, searchable immediately, and counted once compacted', async () => {
  const before = await zineCountOf('paper')
  const [id] = await publish('Paper owl')
  expect(await pendingDeltas()).toEqual([{ terms: expect.arrayContaining(['paper', 'maker', '@maker']) }])
  expect([await zineCountOf('paper'), await zineCountOf('owl')]).toEqual([before, 1])
  for (const text of ['owl', 'ape ow', '"paper owl"', '@maker owl']) expect(await findIds(text)).toEqual([id])
  expect((await findIds('paper'))[0]).toBe(id)
  await compactTermCounts(site.db)
  expect([await pendingDeltas(), await zineCountOf('paper')]).toEqual([[], before + 1])
  expect(await wrongTermCounts(site)).toEqual([])
})

test('counts of rare terms, decreases and large changes are written immediately', async () => {
  const before = { paper: await zineCountOf('paper'), staple: await zineCountOf('staple') }
  expect(before.staple).toBe(minFrequentCount - 1)
  const [id = ''] = await publish('staple')
  expect(await zineCountOf('staple')).toBe(minFrequentCount)
  await remove([id])
  const manyIds = await publish('paper', 'paper')
  expect(await zineCountOf('paper')).toBe(before.paper + 2)
  await remove(manyIds)
  expect(await zineCountOf('paper')).toBe(before.paper)
  await compactTermCounts(site.db)
  expect(await wrongTermCounts(site)).toEqual([])
})

test('deleting a zine before its terms are compacted leaves every count right', async () => {
  const [id = ''] = await publish('paper moth')
  await remove([id])
  expect(await wrongTermCounts(site)).toEqual([])
  await compactTermCounts(site.db)
  expect(await wrongTermCounts(site)).toEqual([])
  expect([await pendingDeltas(), await zineCountOf('moth')]).toEqual([[], undefined])
})

test('a frequent term that loses its last zine before compaction is deleted by the compaction', async () => {
  const ids = await publish(...Array.from({ length: minFrequentCount }, () => 'linen'))
  ids.push(...(await publish('linen')))
  await remove(ids)
  expect([await zineCountOf('linen'), await wrongTermCounts(site)]).toEqual([-1, []])
  expect(await findIds('linen')).toEqual([])
  await compactTermCounts(site.db)
  expect([await zineCountOf('linen'), await wrongTermCounts(site)]).toEqual([undefined, []])
})

test('a fold that is cut off in the middle has done nothing, and is done later', async () => {
  await publish('paper heron')
  const before = [await pendingDeltas(), await zineCountOf('paper')]
  await site.pool.query(`
    create function die() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
    create trigger dies after update on terms for each row when (new.term = 'paper') execute function die()`)
  await expect(compactTermCounts(site.db)).rejects.toThrow()
  // The pool notices the closed connection slightly later than the error.
  await sleep(300)
  expect([await pendingDeltas(), await zineCountOf('paper')]).toEqual(before)
  expect(await wrongTermCounts(site)).toEqual([])
  await site.pool.query('drop trigger dies on terms')
  await compactTermCounts(site.db)
  expect([await pendingDeltas(), await wrongTermCounts(site)]).toEqual([[], []])
})

test('while one process folds another leaves it to that one', async () => {
  await publish('paper crane')
  await site.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('compact term counts', 7))`.execute(tx)
    await compactTermCounts(site.db)
    expect(await pendingDeltas()).toHaveLength(1)
  })
  await compactTermCounts(site.db)
  expect([await pendingDeltas(), await wrongTermCounts(site)]).toEqual([[], []])
})

test('if nothing was compacted for long, counts are written immediately again', async () => {
  await site.pool.query(
    `insert into term_count_deltas (terms) select array[repeat('-', 1900)] from generate_series(1, $1)`,
    [Math.ceil(maxDeltaBytes / 1900)],
  )
  const before = await zineCountOf('paper')
  const [id = ''] = await publish('paper stork')
  expect(await zineCountOf('paper')).toBe(before + 1)
  await remove([id])
  await site.pool.query('truncate term_count_deltas')
})

/** Publishes like the previous release, which updates every term row immediately. */
const publishAsBefore = (title: string) =>
  site.db.transaction().execute(async (tx) => {
    const [id = ''] = await insertZines(tx, [title])
    const terms = title.split(' ').sort()
    await sql`insert into zine_search (zine_id, created_at, document)
      select id, created_at, ${`\n ${title} \n`} from zines where id = ${id}`.execute(tx)
    const values = [terms, terms.map(() => 1), terms.map(() => 0)]
    await tx.executeQuery(CompiledQuery.raw(changeTerms, values))
    return [id]
  })

const rare = ['egret', 'stilt', 'ibis']

test('with concurrent publishing, deleting, compacting and reindexing, in two versions, every term count is right at every moment', {
  timeout: 180_000,
}, async () => {
  const endTime = performance.now() + 6_000
  let checkCount = 0
  // A busy machine may need seconds per check. Waits up to 30 s longer for enough checks.
  const isRunning = () => performance.now() < endTime + (checkCount > 3 ? 0 : 30_000)
  const publishContinuously = async (_: unknown, memberIndex: number) => {
    for (let round = 0; isRunning(); round++) {
      const word = `q${'bcdfghjklm'[memberIndex]}${String(round).replace(/./g, (digit) => 'nprstvwxyz'[Number(digit)] ?? '')}zz`
      const title = `paper ${rare[(round * 7 + memberIndex) % rare.length]} ${word}`
      const ids = memberIndex % 3 ? await publish(title) : await publishAsBefore(title)
      expect([title, await findIds(word)]).toEqual([title, ids])
      expect([title, (await findIds(title)).includes(ids[0] ?? '')]).toEqual([title, true])
      await remove(ids)
      expect([title, await findIds(word)]).toEqual([title, []])
    }
  }
  const compactContinuously = async () => {
    for (; isRunning(); await sleep(Math.random() * 20)) await compactTermCounts(site.db)
  }
  const checkContinuously = async () => {
    for (; isRunning(); checkCount++) expect(await wrongTermCounts(site)).toEqual([])
  }
  await Promise.all([
    checkContinuously(),
    compactContinuously(),
    compactContinuously(),
    rebuildContinuously(isRunning),
    ...Array.from({ length: 6 }, publishContinuously),
  ])
  expect(checkCount).toBeGreaterThan(3)
  await compactTermCounts(site.db)
  expect([await pendingDeltas(), await wrongTermCounts(site)]).toEqual([[], []])
  const { rows } = await site.pool.query('select term from terms where term = any($1)', [rare])
  expect(rows).toEqual([])
})

async function rebuildContinuously(isRunning: () => boolean) {
  while (isRunning()) await rebuildSearch(site.db)
}

test('a site that publishes compacts automatically, soon', async () => {
  const member = await site.signUp()
  const mediaFiles = await addMedia(site, member, ['image'])
  const before = await zineCountOf('paper')
  await publishZine(site, member, { title: 'Paper boats', mediaFiles })
  await vi.waitFor(async () => expect(await zineCountOf('paper')).toBe(before + 1), { timeout: 60_000 })
  expect([await pendingDeltas(), await wrongTermCounts(site)]).toEqual([[], []])
})
