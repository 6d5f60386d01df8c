import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Place } from '#server/http/list-page.ts'
import { type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { watchPool } from '#tests/support/watched-pool.ts'
import { find } from './find.ts'
import { indexZines } from './indexing.ts'
import { newestZines, popularZines, type SearchList } from './lists.ts'
import { placeZines } from './rebuild.ts'
import { eras, heartLevels, levels, standingOf, withoutStanding } from './standing.ts'

const site: TestApp = await startTestApp()
const creator: Member = await site.signUp('creator')
const reader: Member = await site.signUp('reader')
const watched = watchPool(site.pool)
afterAll(() => site.close())

let ids: string[]
const lookedUp = (what: string) => watched.names.has(`look-up-1-1-${what}-in-portion`)
/** As many zines of one word as a portion takes to be worth it, each a favorite of sixteen. */
beforeEach(async () => {
  watched.names.clear()
  await site.pool.query('delete from zines; truncate unplaced_zines')
  ids = Array.from({ length: 200 }, () => randomUUID()).sort()
  await site.pool.query(
    `with made as (
       insert into zines (id, creator_id, title, aspect_ratio, created_at)
       select id, $1, 'Comet', '1:1', '2026-05-01'::timestamptz - make_interval(days => at::int)
       from unnest($2::uuid[]) with ordinality as z (id, at) returning id
     )
     insert into zine_stats (zine_id, favorite_count) select id, 16 from made`,
    [creator.id, ids],
  )
  await site.db.transaction().execute((tx) => indexZines(tx, ids))
  await site.pool.query('truncate unplaced_zines')
})

const inPortions = (list: SearchList): SearchList => ({
  ...list,
  near: 1,
  costs: { step: 1e8, lookUp: 1e6, posting: 0 },
})

const aboveAll: Place = [17, 'ffffffff-ffff-ffff-ffff-ffffffffffff']

async function firstFound(list: SearchList, after?: Place) {
  const { matches = [] } = await find(watched.pool, inPortions(list), 'comet', { limit: 5, after })
  return matches.map(({ id }) => id).slice(0, 5)
}

const setFavorites = (id: string | undefined, count: number) =>
  site.pool.query('update zine_stats set favorite_count = $2 where zine_id = $1', [id, count])

const unplaced = async () =>
  (await site.pool.query<{ id: string }>('select distinct zine_id as id from unplaced_zines')).rows.map(
    ({ id }) => id,
  )

/** As the job does, that promises itself again. */
async function placeAll(forMs?: number) {
  while ((await placeZines(site.db, { ...(forMs !== undefined && { forMs }) })) === 'more');
}

const toggle = (zineId: string, as: Member) =>
  site.call({ method: 'POST', path: '/api/favorites/zines', body: { zineId }, as })

test('a document says the week of its zine and the level that its favorites have reached', () => {
  expect(standingOf({ week: 2970, favorites: 15 })).toEqual(['ERA:CJHA'])
  expect(standingOf({ week: 2970, favorites: 16 })).toEqual(['ERA:CJHA', 'HEARTS:BG'])
  expect(standingOf({ week: 2970, favorites: 99 })).toEqual(['ERA:CJHA', 'HEARTS:GE'])
  expect(eras('2026-12-03T10:00:00+00:00')[0]).toEqual({ word: 'ERA:CJHA', from: '2026-12-03T00:00:00.000Z' })
  expect(heartLevels(70)).toEqual([
    { word: 'HEARTS:GE', from: 64 },
    { word: 'HEARTS:DC', from: 32 },
    { word: 'HEARTS:BG', from: 16 },
  ])
  expect(withoutStanding('\n ERA:CJHA HEARTS:BG \n moth \n')).toBe('\n moth \n')
  expect(withoutStanding('\n ERA:CJHA KIND:ART \n moth \n')).toBe('\n KIND:ART \n moth \n')
  expect(withoutStanding('\n moth \n')).toBe('\n moth \n')
})

test('a zine is unplaced by a change of level, up or down, and by nothing else', async () => {
  const [zine = ''] = ids
  for (const level of levels) {
    await setFavorites(zine, level - 1)
    await placeAll()
    await setFavorites(zine, Math.floor((level - 1) / 16) * 16 || level - 2)
    expect(await unplaced(), `below ${level}`).toEqual([])
    await setFavorites(zine, level)
    expect(await unplaced(), `at ${level}`).toEqual([zine])
    await placeAll()
    await setFavorites(zine, level - 1)
    expect(await unplaced(), `again below ${level}`).toEqual([zine])
    await placeAll()
  }
  expect(await unplaced()).toEqual([])
})

test('a search finds a zine where it stands right after each toggle, while others are being placed', async () => {
  const mover = ids.at(-1) ?? ''
  await setFavorites(mover, 15)
  await placeAll()
  let isOver = false
  const placing = (async () => {
    while (!isOver) await placeZines(site.db)
  })()
  const others = ids.slice(0, -1).toReversed()
  for (let turn = 0; turn < 30; turn++) {
    expect((await toggle(mover, reader)).status).toBe(200)
    expect(await firstFound(popularZines, aboveAll)).toEqual([mover, ...others].slice(0, 5))
    expect((await toggle(mover, reader)).status).toBe(200)
    expect(await firstFound(popularZines, aboveAll)).toEqual(others.slice(0, 5))
  }
  isOver = true
  expect(lookedUp('popular-after')).toBe(true)
  await placing
  await placeAll()
  expect(await unplaced()).toEqual([])
})

test('where very many are unplaced, as after an upgrade, everything is found without portions', async () => {
  const newest = await firstFound(newestZines)
  expect(newest).toEqual(ids.slice(0, 5))
  expect(lookedUp('newest')).toBe(true)
  watched.names.clear()
  await site.pool.query(
    `update zine_search set document = replace(document, ' HEARTS:', ' KIND:');
     insert into unplaced_zines (zine_id) select zine_id from zine_search cross join generate_series(1, 6)`,
  )
  expect(await firstFound(newestZines)).toEqual(newest)
  expect(await firstFound(popularZines)).toEqual(ids.toReversed().slice(0, 5))
  expect(lookedUp('newest') || lookedUp('popular')).toBe(false)
  await placeAll()
  expect(await unplaced()).toEqual([])
  expect(await firstFound(popularZines)).toEqual(ids.toReversed().slice(0, 5))
  expect(lookedUp('popular')).toBe(true)
})

test('a zine that is toggled again and again is put down once, and not forgotten where it is just being placed', async () => {
  const [zine = ''] = ids
  for (const count of [15, 16, 15, 16, 15]) await setFavorites(zine, count)
  expect(await countRows()).toBe(1)
  const placer = await site.pool.connect()
  await placer.query('begin; delete from unplaced_zines')
  await setFavorites(zine, 16)
  await setFavorites(zine, 15)
  await placer.query('commit')
  placer.release()
  expect(await countRows()).toBe(1)
  const member = await site.pool.connect()
  await member.query('begin')
  await member.query('update zine_stats set favorite_count = 16 where zine_id = $1', [zine])
  await placeAll()
  await member.query('commit')
  member.release()
  expect(await unplaced()).toEqual([zine])
  await placeAll()
  expect(await unplaced()).toEqual([])
})

const countRows = async () => (await site.pool.query('select from unplaced_zines')).rowCount

test('a counter that is counted anew unplaces its zine where it is on a level', async () => {
  const [popular = '', other = ''] = ids
  await site.pool.query('delete from zine_stats where zine_id = any($1)', [[popular, other]])
  await site.pool.query('insert into zine_stats values ($1, 64), ($2, 15)', [popular, other])
  expect(await unplaced()).toEqual([popular])
})

test('what cannot be placed is put behind all others, which are', async () => {
  const [held = '', other = ''] = ids
  await site.pool.query('update zine_search set document = repeat(document, 2000) where zine_id = $1', [held])
  await setFavorites(held, 15)
  await setFavorites(other, 15)
  const holder = await site.pool.connect()
  await holder.query('begin')
  await holder.query('select from zines where id = $1 for update', [held])
  await expect(placeZines(site.db)).rejects.toThrow('lock timeout')
  expect(await unplaced()).toEqual([held])
  await holder.query('commit')
  holder.release()
  await placeAll(0)
  expect(await unplaced()).toEqual([])
})
