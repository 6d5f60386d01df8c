import { readFile } from 'node:fs/promises'
import * as limits from '#contract/limits.ts'
import { readUser } from '#server/creators/profile.queries.ts'
import { openDb } from '#server/db/connection.ts'
import { toggleZineFavorite } from '#server/favorites/favorites.queries.ts'
import { pageJson, writeCursor } from '#server/http/list-page.ts'
import { listNewestZines } from '#server/lists/site-lists.ts'
import { readZine } from '#server/zines/zines.queries.ts'
import { renderAlone } from './rendered-pages.ts'
import { nth, type Request, type Scenario } from './scenario.ts'
import { searchScenarios, zinesFloor } from './search-scenarios.ts'
import { reader } from './seed/seed-library.ts'

const limit = limits.pageSize
const listScenario = { target: { ratio: 0.6, growth: 1.3 }, repeatable: true, isTimed: true }
const singleScenario = { target: { ratio: 0.5 }, repeatable: true, isTimed: true }
const toggleScenario = { target: { ratio: 0.6 }, isTimed: true }
const toggleFavorite = (zineId: string, cookie: string): Request => ({
  method: 'POST',
  path: '/api/favorites/zines',
  body: { zineId },
  cookie,
})

/** Requests of visitors and members. */
const visits: Scenario[] = [
  {
    ...listScenario,
    name: 'newest',
    title: 'newest page',
    request: () => ({ path: '/api/zines' }),
    floor: async (pool) => pageJson('zines', await listNewestZines(pool, null, { limit, after: undefined }), limit),
  },
  {
    ...listScenario,
    name: 'newest-deep',
    title: 'a page from the middle of the newest',
    request: ({ newestPositions }, n) => ({
      path: `/api/zines?cursor=${writeCursor(...nth(newestPositions, n))}`,
    }),
    floor: async (pool, { newestPositions }, n) =>
      pageJson('zines', await listNewestZines(pool, null, { limit, after: nth(newestPositions, n) }), limit),
  },
  {
    ...listScenario,
    name: 'popular',
    title: 'popular page',
    request: () => ({ path: '/api/search/zines?filter=popular' }),
    floor: (pool) => zinesFloor(pool, '', { popular: true }),
  },
  {
    ...singleScenario,
    name: 'zine',
    title: 'one zine',
    request: ({ zines }, n) => ({ path: `/api/zines/${nth(zines, n)}` }),
    floor: async (pool, { zines }, n) => `{"zine":${await readZine(pool, null, nth(zines, n))}}`,
  },
  {
    ...singleScenario,
    name: 'profile',
    title: 'profile data',
    request: ({ creators }, n) => ({ path: `/api/users/${nth(creators, n)}` }),
    floor: async (pool, { creators }, n) => `{"user":${await readUser(pool, null, nth(creators, n))}}`,
  },
  {
    name: 'image',
    title: 'an image of a page, 400 px wide',
    target: { ratio: 0.5 },
    repeatable: true,
    request: ({ images }, n) => ({ path: nth(images, n).address }),
    floor: (_pool, { images }, n) => readFile(nth(images, n).file),
  },
  ...searchScenarios,
  {
    ...toggleScenario,
    name: 'toggle',
    title: 'favorite toggle, a thousand zines',
    request: ({ zines, reader: { cookie } }, n) => toggleFavorite(nth(zines, n), cookie),
    floor: async (pool, { zines, reader: { userId: id } }, n) =>
      JSON.stringify(await toggleZineFavorite(openDb(pool), { id, hasExclusions: false }, nth(zines, n))),
  },
  {
    ...toggleScenario,
    name: 'toggle-hot',
    title: 'favorite toggle, fifty members on one zine',
    request: ({ zines, fans }, n) => toggleFavorite(nth(zines, 0), nth(fans, n).cookie),
    floor: async (pool, { zines, fans }, n) => {
      const viewer = { id: nth(fans, n).userId, hasExclusions: false }
      return JSON.stringify(await toggleZineFavorite(openDb(pool), viewer, nth(zines, 0)))
    },
  },
  {
    name: 'home-cached',
    title: 'home page, from the cache',
    target: { ratio: 0.5, perSecond: 5_000 },
    request: () => ({ path: '/' }),
    floor: (_pool, { homePage }) => homePage,
  },
  {
    name: 'home-fresh',
    title: 'home page, rendered for a member',
    target: { ratio: 0.6 },
    request: ({ reader: { cookie } }) => ({ path: '/', cookie }),
    floor: (_pool, { memberHome }) => renderAlone(memberHome),
  },
  {
    name: 'profile-fresh',
    title: 'profile page, rendered for a member',
    target: { ratio: 0.6 },
    request: ({ profiles, reader: { cookie } }, n) => ({ path: nth(profiles, n).path, cookie }),
    floor: (_pool, { profiles }, n) => renderAlone(nth(profiles, n)),
  },
]

/** The cost of a session in an otherwise empty call, and the cost of creating one. */
const sessions: Scenario[] = [
  {
    name: 'call-guest',
    title: 'an empty call, by a guest',
    target: {},
    runsOnlyWhenNamed: true,
    request: () => ({ path: '/api/auth/providers' }),
  },
  {
    name: 'call-cookie',
    title: 'the same, by a member with a cookie',
    target: {},
    runsOnlyWhenNamed: true,
    request: ({ reader: { cookie } }) => ({ path: '/api/auth/providers', cookie }),
  },
  {
    name: 'sign-in',
    title: 'a sign-in',
    target: {},
    runsOnlyWhenNamed: true,
    request: () => {
      const { email, password } = reader
      return { method: 'POST', path: '/api/auth/sign-in/email', body: { email, password } }
    },
  },
]

/** Per hundred requests. */
const weights: Record<string, number> = {
  image: 30,
  'home-cached': 14,
  newest: 12,
  zine: 12,
  'newest-deep': 5,
  popular: 5,
  'search-common': 5,
  'search-middling': 3,
  'search-rare': 3,
  'search-three-words': 3,
  'search-misspelt': 1,
  profile: 4,
  toggle: 3,
}

/** The order of the scenarios over a hundred requests, as even as their weights allow. */
function mixOrder(): Scenario[] {
  const scheduled = new Map(visits.filter(({ name }) => weights[name]).map((scenario) => [scenario, 0]))
  return Array.from({ length: 100 }, () => {
    for (const [scenario, share] of scheduled) scheduled.set(scenario, share + (weights[scenario.name] ?? 0) / 100)
    const [next, priority] = [...scheduled].reduce((first, other) => (other[1] > first[1] ? other : first))
    scheduled.set(next, priority - 1)
    return next
  })
}

/** The traffic of many visitors: a mix of the other scenarios on the same connections. */
function mixedScenario(): Scenario {
  const order = mixOrder()
  // Otherwise each position in the mix would always get the same text.
  const scenarioIndex = (n: number) => Math.floor(n / order.length) * 7 + (n % order.length)
  return {
    name: 'mixed',
    title: 'mixed: images, lists, pages, searches, toggles',
    target: {},
    request: (sample, n) => nth(order, n).request(sample, scenarioIndex(n)),
    floor: (pool, sample, n) => nth(order, n).floor?.(pool, sample, scenarioIndex(n)) ?? '',
  }
}

/** In the order of measurement. */
export const scenarios: Scenario[] = [...visits, mixedScenario(), ...sessions]
