import { nth, type Scenario } from './scenario.ts'

const cached = { least: { ratio: 0.5, perSecond: 5_000 }, repeatable: false }
const drawn = { least: { perSecond: 250 }, repeatable: false }

/** Pages, from memory and drawn anew. */
export const pageScenarios: Scenario[] = [
  {
    ...cached,
    name: 'home-cached',
    title: 'home page, from the cache',
    request: () => ({ path: '/' }),
    floor: (_pool, { homePage }) => homePage,
  },
  {
    ...drawn,
    least: { perSecond: 280 },
    name: 'home-fresh',
    title: 'home page, drawn for a member',
    request: () => ({ path: '/', asReader: true }),
  },
  {
    ...cached,
    name: 'profile-cached',
    title: 'profile page, from the cache',
    request: ({ creators }) => ({ path: `/profile/${creators[0]}` }),
    floor: (_pool, { profilePage }) => profilePage,
  },
  {
    ...drawn,
    name: 'profile-fresh',
    title: 'profile page, drawn for a member',
    request: ({ creators }, n) => ({ path: `/profile/${nth(creators, n)}`, asReader: true }),
  },
]
