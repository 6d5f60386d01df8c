import { afterAll, beforeAll, expect, test } from 'vitest'
import { ZineList } from '#contract/zines.ts'
import { rebuildSearch } from '#server/search/rebuild.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { Library } from './generate.ts'
import { storePictures } from './pictures.ts'
import { reader, seedLibrary } from './seed-library.ts'

const until = new Date('2026-06-01T00:00:00Z')
let site: TestApp
let schemaBefore: unknown[]

const seed = (zines: number) =>
  seedLibrary(site.pool, { zines, pictures: () => storePictures(site.config, 2), seed: 1, until })
const rows = async (text: string) => (await site.pool.query(text)).rows

beforeAll(async () => {
  site = await startTestApp()
  schemaBefore = await rows(schema)
  await seed(300)
})
afterAll(() => site.close())

const schema = `
  select indexdef as part from pg_indexes where schemaname = 'public'
  union all select conrelid::regclass || pg_get_constraintdef(oid) from pg_constraint where contype = 'f'
  order by part`

const wrongCounters = `
  select zine_id from zine_stats s
  where favorite_count <> (select count(*) from favorites f where f.zine_id = s.zine_id)
  union all
  select creator_id from creator_stats c
  where zine_count <> (select count(*) from zines z where z.creator_id = c.creator_id)`

test('a seeded library has what was asked for, and counters that are exact', async () => {
  const [counts] = await rows(`
    select (select count(*) from zines)::int as zines, (select count(*) from zine_stats)::int as stats,
           (select count(*) from profiles)::int as creators, (select max(favorite_count) from zine_stats) as most`)
  expect(counts).toMatchObject({ zines: 300, stats: 300, creators: 30 })
  expect(counts.most).toBeGreaterThan(15)
  expect(await rows(wrongCounters)).toEqual([])
})

test('every zine and creator is found by what the app would find it by', async () => {
  const documents =
    'select zine_id, document from zine_search union all select * from creator_search order by 1'
  const seeded = await rows(documents)
  expect(seeded).toHaveLength(330)
  const words = 'select * from search_words order by word'
  const counted = await rows(words)
  await rows('truncate zine_search, creator_search, search_words')
  await rebuildSearch(site.db)
  expect(await rows(documents)).toEqual(seeded)
  expect(await rows(words)).toEqual(counted)
})

test('indexes and foreign keys stand as they stood before', async () => {
  expect(await rows(schema)).toEqual(schemaBefore)
})

test('the API lists it, its pictures are there, and the reader can sign in', async () => {
  const { zines } = ZineList.parse((await site.call({ path: '/api/zines' })).body)
  expect(zines).toHaveLength(24)
  expect((await site.call({ path: zines[0]?.imageUrl ?? '' })).status).toBe(200)
  const body = { email: reader.email, password: reader.password }
  const signedIn = await site.call({ method: 'POST', path: '/api/auth/sign-in/email', body })
  expect(signedIn.status).toBe(200)
})

test('a library that is not empty is left alone', async () => {
  await expect(seed(10)).rejects.toThrow('not empty')
  expect(await rows('select count(*)::int as zines from zines')).toEqual([{ zines: 300 }])
})

test('the same seed makes the same library', () => {
  const texts = (seed: number) => {
    const library = new Library({ seed, until, creators: 10 })
    const zines = [...library.zines(50, 12)]
    const dated = zines.map(({ zine: { id, created } }) => ({ id, created: created.getTime() }))
    return JSON.stringify([library.creators, zines, [...library.favorites(dated)]])
  }
  expect(texts(5)).toBe(texts(5))
  expect(texts(5)).not.toBe(texts(6))
})
