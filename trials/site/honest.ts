import { setTimeout as sleep } from 'node:timers/promises'
import { fan, guest, type Person, publisher, Tally, writer } from './honest-people.ts'
import type { Site } from './site.ts'

/**
 * People who read, search, favorite, publish and save during an attack. Each has their own IP address and never retries a
 * refused request: every refusal counts.
 */
export async function gatherHonestPeople(
  site: Site,
  { tally = new Tally(), keptZines = Number.POSITIVE_INFINITY, others: more = [] as Person[] } = {},
) {
  const publishes = await publisher(site, tally, { n: 1, keptZines })
  const others = [writer(site, tally, 2), writer(site, tally, 3), fan(site, tally, 4), fan(site, tally, 5)]
  const guests = [6, 7, 8, 9].map((n) => guest(site, tally, n))
  const people = [publishes, ...more, ...(await Promise.all([...others, ...guests]))]
  const { begin, leave } = crowdOf(people)
  return {
    begin,
    /** Returns their figures. */
    async leave() {
      await leave()
      return tally.figures()
    },
  }
}

/** People who start and stop together, any number of times. */
export function crowdOf(people: Person[]) {
  let leaving = new AbortController()
  let busy: Promise<unknown> = Promise.resolve()
  return {
    begin() {
      leaving = new AbortController()
      busy = Promise.all(people.map((person) => live(person, leaving.signal)))
    },
    /** Resolves when every person has a response or has given up. */
    async leave() {
      leaving.abort()
      await busy
    },
  }
}

/** Acts until the load stops. Errors are ignored here, because the calls have counted them. */
async function live({ everyMs, act }: Person, leaving: AbortSignal) {
  while (!leaving.aborted) {
    await act().catch(() => undefined)
    await sleep(everyMs * (0.5 + Math.random()), undefined, { signal: leaving }).catch(() => undefined)
  }
}
