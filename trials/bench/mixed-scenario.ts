import type { Floor, Scenario } from './scenario.ts'

/** Of every hundred requests. */
const weights: Record<string, number> = {
  image: 30,
  'home-cached': 14,
  newest: 12,
  zine: 12,
  'newest-deep': 5,
  popular: 5,
  'search-common': 4,
  'search-middling': 3,
  'search-rare': 3,
  'search-three-words': 3,
  'search-misspelt': 1,
  profile: 4,
  toggle: 3,
  'creators-common': 1,
}

const mixLength = 100

/** Which scenario's turn it is, spread as evenly as their weights allow; begins again after a hundred. */
function mixOrder(shares: Record<string, number>): string[] {
  const due = new Map(Object.keys(shares).map((name) => [name, 0]))
  const total = Object.values(shares).reduce((sum, share) => sum + share, 0)
  return Array.from({ length: mixLength }, () => {
    for (const [name, share] of Object.entries(shares)) due.set(name, (due.get(name) ?? 0) + share / total)
    const [next = ''] = [...due].reduce((most, one) => (one[1] > most[1] ? one : most))
    due.set(next, (due.get(next) ?? 0) - 1)
    return next
  })
}

/** What many visitors do at once: a mix of the other scenarios on the same connections. */
export function mixedScenario(scenarios: Scenario[]): Scenario {
  const known = new Map(scenarios.map((scenario) => [scenario.name, scenario]))
  const order = mixOrder(weights).map((name) => {
    const scenario = known.get(name)
    if (!scenario) throw new Error(`The mix has a scenario that is not there: ${name}.`)
    return scenario
  })
  const turn = (n: number) => order[n % mixLength] as Scenario
  // Otherwise each place in the mix would ask for the same text every time.
  const own = (n: number) => Math.floor(n / mixLength) * 7 + (n % mixLength)
  const floor: Floor = (pool, sample, n, body) => turn(n).floor?.(pool, sample, own(n), body) ?? ''
  return {
    name: 'mixed',
    title: 'mixed: images, lists, pages, searches, toggles',
    least: {},
    repeatable: false,
    request: (sample, n, connection) => turn(n).request(sample, own(n), connection),
    floor,
  }
}
