import { openDb } from '#server/db/connection.ts'
import { toggleZineFavorite } from '#server/favorites/favorites.queries.ts'
import { nth, type Request, type Scenario } from './scenario.ts'

const toggling = { least: { ratio: 0.6 }, repeatable: false, isTimed: true, toggles: true }
const post = (zineId: string): Request => ({ method: 'POST', path: '/api/favorites/zines', body: { zineId } })

export const toggleScenarios: Scenario[] = [
  {
    ...toggling,
    name: 'toggle',
    title: 'favorite toggle, a thousand zines',
    request: ({ zines }, n) => ({ ...post(nth(zines, n)), asReader: true }),
    floor: async (pool, { zines, reader }, n) =>
      JSON.stringify(await toggleZineFavorite(openDb(pool), { id: reader, avoids: false }, nth(zines, n))),
  },
  {
    ...toggling,
    name: 'toggle-hot',
    title: 'favorite toggle, fifty members on one zine',
    request: ({ zines, fans }, n) => ({ ...post(nth(zines, 0)), cookie: nth(fans, n).cookie }),
    floor: async (pool, { zines, fans }, n) =>
      JSON.stringify(
        await toggleZineFavorite(openDb(pool), { id: nth(fans, n).userId, avoids: false }, nth(zines, 0)),
      ),
  },
]
