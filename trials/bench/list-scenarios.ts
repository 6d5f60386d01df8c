import { readFile } from 'node:fs/promises'
import * as limits from '#contract/limits.ts'
import { readUser } from '#server/db/creator-json.ts'
import { pageJson, writeCursor } from '#server/http/list-page.ts'
import { listLines, readShelf } from '#server/shelves/shelves.queries.ts'
import { readByChance } from '#server/zines/surprise.routes.ts'
import { listZines, readZine } from '#server/zines/zines.queries.ts'
import { nth, type Scenario } from './scenario.ts'
import { zinesFloor } from './search-scenarios.ts'

const limit = limits.pageSize
const read = { least: { ratio: 0.5 }, repeatable: true, isTimed: true }
const list = { ...read, least: { ratio: 0.6, growth: 1.3 } }

/** Lists and single things, as a visitor without a session reads them. */
export const listScenarios: Scenario[] = [
  {
    ...list,
    name: 'newest',
    title: 'newest page',
    request: () => ({ path: '/api/zines' }),
    floor: async (pool) => pageJson('zines', await listZines(pool, null, { limit, after: undefined }), limit),
  },
  {
    ...list,
    name: 'newest-deep',
    title: 'a page from the middle of the newest',
    request: ({ newestPlaces }, n) => ({ path: `/api/zines?cursor=${writeCursor(...nth(newestPlaces, n))}` }),
    floor: async (pool, { newestPlaces }, n) =>
      pageJson('zines', await listZines(pool, null, { limit, after: nth(newestPlaces, n) }), limit),
  },
  {
    ...list,
    name: 'popular',
    title: 'popular page',
    request: () => ({ path: '/api/search/zines?filter=popular' }),
    floor: (pool) => zinesFloor(pool, '', { popular: true }),
  },
  {
    ...list,
    name: 'popular-deep',
    title: 'a page from the middle of the popular',
    request: ({ popularPlaces }, n) => ({
      path: `/api/search/zines?filter=popular&cursor=${writeCursor(...nth(popularPlaces, n))}`,
    }),
    floor: (pool, { popularPlaces }, n) =>
      zinesFloor(pool, '', { popular: true, after: nth(popularPlaces, n) }),
  },
  {
    ...read,
    name: 'zine',
    title: 'one zine',
    request: ({ zines }, n) => ({ path: `/api/zines/${nth(zines, n)}` }),
    floor: async (pool, { zines }, n) => `{"zine":${await readZine(pool, null, nth(zines, n))}}`,
  },
  {
    ...read,
    name: 'profile',
    title: 'profile data',
    request: ({ creators }, n) => ({ path: `/api/users/${nth(creators, n)}` }),
    floor: async (pool, { creators }, n) => `{"user":${await readUser(pool, null, nth(creators, n))}}`,
  },
  {
    ...read,
    least: { ratio: 0.6 },
    name: 'shelf',
    title: 'a page of a shelf of 500 zines',
    request: ({ shelf }) => ({ path: `/api/shelves/${shelf}` }),
    floor: async (pool, { shelf }) => {
      const item = await readShelf(pool, null, shelf)
      const lines = await listLines(pool, null, shelf, { limit, after: undefined })
      return `{"shelf":${item},${pageJson('items', lines, limit).slice(1)}`
    },
  },
  {
    ...read,
    least: { ratio: 0.5, databaseMs: 5 },
    repeatable: false,
    name: 'surprise',
    title: 'a zine by chance',
    request: () => ({ path: '/api/zines/surprise' }),
    floor: async (pool) => `{"zine":${await readByChance(pool, null)}}`,
  },
  {
    name: 'image',
    title: 'an image of a page, 400 px wide',
    least: { ratio: 0.5 },
    repeatable: true,
    request: ({ images }, n) => ({ path: nth(images, n).address }),
    floor: (_pool, { images }, n) => readFile(nth(images, n).file),
  },
]
