import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { publishAs } from '#tests/support/library.ts'
import { type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { find } from './find.ts'
import { indexZines } from './indexing.ts'
import { newestZines } from './lists.ts'
import { pairWords } from './pair-words.ts'
import { readReadyWords } from './pairs.queries.ts'
import { rebuildSearch } from './rebuild.ts'

const rule = { permille: 150, zines: 3, words: 4, everyHours: 0 }
const pair = (forMs = 20_000, atOnce?: number) =>
  pairWords(site.db, { forMs, rule, ...(atOnce && { atOnce }) })

let site: TestApp
let ana: Member
let ids: string[]
beforeAll(async () => {
  site = await startTestApp()
  ana = await site.signUp('anamoth')
  ids = []
  for (let n = 0; n < 8; n++) ids.push((await publishAs(site, ana, `The moth ${n}`, 'Under the lamp')).id)
  for (let n = 0; n < 4; n++) ids.push((await publishAs(site, ana, `Moth number ${n}`, 'Of the kitchen')).id)
})
afterAll(() => site.close())

/** As it is before the first word was frequent. */
beforeEach(async () => {
  await site.pool.query('delete from paired_words')
  await site.db.transaction().execute((tx) => indexZines(tx, ids))
  await site.pool.query('delete from unpaired_zines')
})

const documents = async () => {
  const { rows } = await site.pool.query<{ id: string; document: string }>(
    'select zine_id as id, document from zine_search order by zine_id',
  )
  return rows
}
const withPairs = async () => (await documents()).filter(({ document }) => / [A-Z]+\.[A-Z]+ /.test(document))
const words = async () => {
  const { rows } = await site.pool.query<{ word: string; done_to: string | null; isReady: boolean }>(
    'select word, done_to, ready_at is not null as "isReady" from paired_words order by number',
  )
  return rows
}
/** As a minute later. */
const settle = () =>
  site.pool.query(`
    update paired_words set ready_at = ready_at - interval '2 minutes', left_at = left_at - interval '2 minutes';
    update unpaired_zines set paired_at = paired_at - interval '2 minutes'`)
const ready = async () => [...(await readReadyWords(site.pool, ['the', 'moth', 'lamp', 'of'])).keys()].sort()
const found = async (text: string) => {
  const { matches } = await find(site.pool, newestZines, text, { after: undefined, limit: 50 })
  return matches?.map(({ id }) => id).sort()
}

test('frequent words come, every document gets their pairs, and only then are they looked for', async () => {
  expect(await withPairs()).toEqual([])
  expect(await pair()).toBe('done')
  expect((await words()).map(({ word, isReady }) => [word, isReady])).toEqual(
    expect.arrayContaining([
      ['the', true],
      ['moth', true],
    ]),
  )
  expect(await words()).toHaveLength(rule.words)
  expect((await withPairs()).length).toBeGreaterThanOrEqual(8)
  expect(await ready()).toEqual([])
  await settle()
  expect(await ready()).toContain('moth')
})

test('a phrase is found by its pair, and where no document has the pair nothing is looked up', async () => {
  await pair()
  await settle()
  expect(await found('"the moth"')).toEqual(ids.slice(0, 8).sort())
  expect(await found('"moth the"')).toEqual([])
  expect(await found('a-the-moth-b')).toEqual([])
  await site.pool.query(`delete from search_words where word ~ '^[A-Z]+[.][A-Z]+$'`)
  expect(await found('"the moth"')).toEqual([])
  await rebuildSearch(site.db)
  expect(await found('"the moth"')).toEqual(ids.slice(0, 8).sort())
})

describe('nothing that is typed', () => {
  test.each(['A.B', 'a.b', '.', '"A.B"', 'moth-moth', 'the-the', '@A', 'aab'])(
    '%s finds a pair, or breaks a row',
    async (text) => {
      const before = await found(text)
      await pair()
      await settle()
      expect(await found(text)).toEqual(before)
    },
  )
})

test('what was cut off is gone on with where it was, whoever does', async () => {
  expect(await pair(0)).toBe('more')
  expect(await words()).toEqual([])
  const places: (string | null)[] = []
  const broken = new Error('cut off')
  const failing = site.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      const [word] = await words()
      places.push(word?.done_to ?? null)
      if (places.filter((place) => place === ids.toSorted()[5]).length > 1) throw broken
      return result
    },
  })
  await expect(pairWords(failing, { forMs: 20_000, rule, atOnce: 2 })).rejects.toThrow(broken)
  const [cut] = await words()
  expect(cut).toMatchObject({ isReady: false, done_to: ids.toSorted()[5] })
  const had = (await withPairs()).length
  expect(had).toBeLessThan(8)
  expect(await Promise.all([pair(), pair()])).toEqual(['done', 'done'])
  expect((await words()).every(({ isReady }) => isReady)).toBe(true)
  expect((await withPairs()).length).toBeGreaterThan(had)
})

test('whoever asked for the words just before new ones came is waited for', async () => {
  const waiting = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const { id } = await publishAs(site, ana, 'A lamp', 'Nothing else')
  const writing = site.db.transaction().execute(async (tx) => {
    await tx.updateTable('zines').set({ title: 'The moth was late' }).where('id', '=', id).execute()
    await indexZines(tx, [id])
    waiting.resolve()
    await mayCommit.promise
  })
  await waiting.promise
  expect(await pair(300)).toBe('waiting')
  expect((await words()).every(({ isReady, done_to }) => !isReady && done_to === null)).toBe(true)
  mayCommit.resolve()
  await writing
  expect(await found('"the moth"')).toContain(id)
  expect((await withPairs()).map((each) => each.id)).not.toContain(id)
  expect(await pair()).toBe('done')
  expect((await withPairs()).map((each) => each.id)).toContain(id)
  await settle()
  expect(await found('"the moth"')).toContain(id)
})

test('who publishes while words come writes their pairs, and is found by them', async () => {
  const publishing = Array.from({ length: 12 }, (_, n) => publishAs(site, ana, `Again the moth ${n}`))
  const paired = await Promise.all([pair(20_000, 1), pair(20_000, 1), ...publishing.slice(0, 6)])
  expect(paired.slice(0, 2)).toEqual(['done', 'done'])
  await settle()
  const published = (await Promise.all(publishing)).map(({ id }) => id)
  expect(await found('"the moth"')).toEqual(expect.arrayContaining(published))
  await pair()
  expect((await withPairs()).map(({ id }) => id)).toEqual(expect.arrayContaining(published))
})

/** Writes a document as the version before does: without pairs. */
const writeAsBefore = (id: string, document: string) =>
  site.pool.query(
    `insert into zine_search (zine_id, created_at, document) select zine_id, created_at, $2 from zine_search where zine_id = $1
     on conflict (zine_id) do update set document = excluded.document`,
    [id, document],
  )

test('a document that the version before writes while a search is under way is found by it', async () => {
  await pair()
  await settle()
  const old = await publishAs(site, ana, 'A lamp', 'Nothing else')
  const names: (string | undefined)[] = []
  const query = async (asked: pg.QueryConfig) => {
    const answer = await site.pool.query(asked)
    names.push(asked.name)
    // Right behind the statement that says of which words every document has the pairs.
    if (asked.name === 'paired-words') await writeAsBefore(old.id, '\n moth the \n anamoth \n @anamoth \n')
    return answer
  }
  const pool = Object.create(site.pool, { query: { value: query } }) as pg.Pool
  // Too far down the list for what is gone through first.
  const list = { ...newestZines, near: 1 as const }
  const { matches } = await find(pool, list, '"moth the"', { after: undefined, limit: 50 })
  expect(matches?.map(({ id }) => id)).toEqual([old.id])
  expect(names.filter((name) => name === 'paired-words')).toHaveLength(1)
})

test('documents are read a few at a time, however long they are', async () => {
  const long = ids.slice(0, 4)
  await site.pool.query(`update zines set description = repeat('the moth ', 1200) where id = any($1)`, [long])
  await site.db.transaction().execute((tx) => indexZines(tx, long))
  const read: number[] = []
  const watched = site.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      const letters = result.rows.map((row) => String(row.document ?? '').length)
      read.push(letters.reduce((sum, each) => sum + each, 0))
      return Promise.resolve(result)
    },
  })
  expect(await pairWords(watched, { forMs: 20_000, rule })).toBe('done')
  expect(Math.max(...read)).toBeGreaterThan(10_000)
  expect(Math.max(...read)).toBeLessThan(35_000)
  expect((await withPairs()).map(({ id }) => id)).toEqual(expect.arrayContaining(long))
  await site.pool.query(`update zines set description = 'Under the lamp' where id = any($1)`, [long])
})

test('a document of the version before is found at once, and gets its pairs', async () => {
  await pair()
  await settle()
  const old = await publishAs(site, ana, 'A lamp', 'Nothing else')
  expect(await ready()).toContain('moth')
  await writeAsBefore(old.id, '\n the moth \n anamoth \n @anamoth \n')
  await site.pool.query(`update zines set title = 'The moth', description = null where id = $1`, [old.id])
  expect(await ready()).toEqual([])
  expect(await found('"the moth"')).toContain(old.id)
  expect(await pair()).toBe('done')
  expect((await withPairs()).map(({ id }) => id)).toContain(old.id)
  expect(await ready()).toEqual([])
  await settle()
  await pair()
  expect(await ready()).toContain('moth')
  expect(await found('"the moth"')).toContain(old.id)
})

test('a word that has become rare leaves in two steps', async () => {
  await pair()
  await settle()
  await site.pool.query(`update paired_words set permille = 20 where word = 'moth'`)
  await pair()
  expect(await ready()).not.toContain('moth')
  const listed = async () => (await words()).map(({ word }) => word)
  expect(await listed()).toContain('moth')
  await settle()
  await site.pool.query(`update paired_words set came_at = now()`)
  await pairWords(site.db, { rule: { ...rule, everyHours: 24 } })
  expect(await listed()).not.toContain('moth')
})
