import type pg from 'pg'
import { limits } from '#contract/limits.ts'
import { findProfile } from '#server/db/profile-json.ts'
import { toggleZineFavorite } from '#server/favorites/favorites.queries.ts'
import { pageJson } from '#server/http/list-page.ts'
import { searchCreators, searchZines } from '#server/search/search.queries.ts'
import { findZine, listNewestZines } from '#server/zines/zines.queries.ts'
import type { Sample } from './library.ts'
import { savingScenarios } from './saving-scenarios.ts'
import { reader } from './seed/seed-library.ts'
import { sampleWords } from './seed/words.ts'

/**
 * One thing the bench measures: the request the app gets, and what the floor does for the same request, which is
 * the app's own statement and nothing around it.
 */
export type Scenario = {
  name: string
  title: string
  request: (sample: Sample, n: number, connection: number) => Request
  /** `n` is that of the request, or of the connection if they go one after the other; so is the body. */
  floor?: (pool: pg.Pool, sample: Sample, n: number, body: string) => Promise<string> | string
  /** At once, if not 10. */
  connections?: number
  /** How long a connection waits from one request to the next; not at all if it is not said. */
  everyMs?: number
  /** Each request of a connection follows from the one before, and is made when its turn comes. */
  oneAfterTheOther?: boolean
  least: Target
  /** What the app answers when all is well, if not 200. */
  status?: number
  /** Measured only when it is named. */
  isExtra?: boolean
  /** Whether app and floor answer the same bytes. */
  repeatable: boolean
}

/** What must be reached: a ratio or a rate, and the latency; `cpuMs` is the most a request may take, over what it takes in the scenario named. */
export type Target = { ratio?: number; perSecond?: number; p99Ms?: number; cpuMs?: number; over?: string }

export type Request = {
  path: string
  method?: 'GET' | 'POST' | 'PUT'
  body?: unknown
  asReader?: boolean | 'token'
  cookie?: string
}

const limit = limits.pageSize
const each = (ids: string[], n: number) => ids[n % ids.length] ?? ''
const read = { least: { ratio: 0.5 }, repeatable: true }

async function zinePage(pool: pg.Pool, { words = [] as string[], popular = false }) {
  const rows = await searchZines(pool, { viewer: null, words, popular, after: undefined, limit })
  return pageJson('zines', rows, limit)
}

const search = (name: string, text: string): Scenario => ({
  ...read,
  name: `search-${name}`,
  title: `search: ${name}`,
  request: () => ({ path: `/api/search/zines?search=${encodeURIComponent(text)}` }),
  floor: (pool) => zinePage(pool, { words: text.split(' ') }),
})

async function creatorPage(pool: pg.Pool, words: string[]) {
  const rows = await searchCreators(pool, { words, after: undefined, limit })
  return pageJson('creators', rows, limit)
}

const searchForCreators = (name: string, text: string): Scenario => ({
  name: `creators-${name}`,
  title: `creators: ${name}`,
  least: { ratio: 0.5, p99Ms: 30 },
  repeatable: true,
  request: () => ({ path: `/api/search/users?search=${encodeURIComponent(text)}` }),
  floor: (pool) => creatorPage(pool, text.split(' ').filter(Boolean)),
})

function signIn(name: string, body: (known: typeof reader) => object): Scenario {
  return {
    name: `sign-in-${name}`,
    title: `a sign-in: ${name}`,
    least: { cpuMs: 30 },
    repeatable: false,
    status: name === 'known' ? 200 : 401,
    request: () => ({ method: 'POST', path: '/api/auth/sign-in/email', body: body(reader) }),
  }
}

const emptyCall = { path: '/api/auth/providers' }

/** What a session costs, on a call that does nothing else; and what it costs to begin one. */
const sessionScenarios: Scenario[] = [
  {
    name: 'call-guest',
    title: 'an empty call, by a guest',
    least: {},
    repeatable: false,
    request: () => emptyCall,
  },
  {
    name: 'call-cookie',
    title: 'the same, by a member with a cookie',
    least: { cpuMs: 0.1, over: 'call-guest' },
    repeatable: false,
    request: () => ({ ...emptyCall, asReader: true }),
  },
  {
    name: 'call-token',
    title: 'the same, with an access token',
    least: { cpuMs: 0.1, over: 'call-guest' },
    repeatable: false,
    request: () => ({ ...emptyCall, asReader: 'token' }),
  },
  signIn('known', ({ email, password }) => ({ email, password })),
  signIn('wrong', ({ email }) => ({ email, password: 'not the password' })),
  signIn('unknown', () => ({ email: 'nobody@example.org', password: 'not the password' })),
]

export const scenarios: Scenario[] = [
  {
    ...read,
    name: 'newest',
    title: 'newest page',
    request: () => ({ path: '/api/zines' }),
    floor: async (pool) => pageJson('zines', await listNewestZines(pool, null, limit, undefined), limit),
  },
  {
    ...read,
    name: 'popular',
    title: 'popular page',
    request: () => ({ path: '/api/search/zines?filter=popular' }),
    floor: (pool) => zinePage(pool, { popular: true }),
  },
  search('rare', sampleWords.rare),
  search('middling', sampleWords.middling),
  search('common', sampleWords.common),
  search('two-words', `${sampleWords.common} ${sampleWords.middling}`),
  searchForCreators('all', ''),
  searchForCreators('rare', sampleWords.rare),
  searchForCreators('common', sampleWords.common),
  searchForCreators('two-words', `${sampleWords.common} ${sampleWords.middling}`),
  searchForCreators('absent', 'qwxzqwxz'),
  {
    ...read,
    name: 'zine',
    title: 'one zine',
    request: ({ zines }, n) => ({ path: `/api/zines/${each(zines, n)}` }),
    floor: async (pool, { zines }, n) => `{"zine":${await findZine(pool, null, each(zines, n))}}`,
  },
  {
    ...read,
    name: 'profile',
    title: 'profile data',
    request: ({ creators }, n) => ({ path: `/api/users/${each(creators, n)}` }),
    floor: async (pool, { creators }, n) => `{"user":${await findProfile(pool, null, each(creators, n))}}`,
  },
  {
    name: 'toggle',
    title: 'favorite toggle',
    least: { ratio: 0.5 },
    repeatable: false,
    request: ({ zines }, n) => ({
      method: 'POST',
      path: '/api/favorites/zines',
      body: { zineId: each(zines, n) },
      asReader: true,
    }),
    floor: async (pool, { zines, reader }, n) =>
      JSON.stringify(await toggleZineFavorite(pool, reader, each(zines, n))),
  },
  {
    name: 'home-cached',
    title: 'home page, from the cache',
    least: { ratio: 0.5, perSecond: 5_000 },
    repeatable: false,
    request: () => ({ path: '/' }),
    floor: (_pool, { homePage }) => homePage,
  },
  {
    name: 'home-fresh',
    title: 'home page, drawn for a member',
    least: { perSecond: 250 },
    repeatable: false,
    request: () => ({ path: '/', asReader: true }),
  },
  {
    name: 'profile-cached',
    title: 'profile page, from the cache',
    least: { ratio: 0.5, perSecond: 5_000 },
    repeatable: false,
    request: ({ creators }) => ({ path: `/profile/${creators[0]}` }),
    floor: (_pool, { profilePage }) => profilePage,
  },
  {
    name: 'profile-fresh',
    title: 'profile page, drawn for a member',
    least: { perSecond: 250 },
    repeatable: false,
    request: ({ creators }, n) => ({ path: `/profile/${each(creators, n)}`, asReader: true }),
  },
  ...sessionScenarios,
  ...savingScenarios,
]
