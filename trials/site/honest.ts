import { setTimeout as sleep } from 'node:timers/promises'
import { fan, guest, type Person, publisher, Tally, writer } from './honest-people.ts'
import type { Site } from './site.ts'

/**
 * People who read, search, favorite, publish and save while the site is attacked. Each comes from an address of their
 * own and never tries again what was refused: every refusal counts.
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
    /** Answers what they met with. */
    async leave() {
      await leave()
      return tally.figures()
    },
  }
}

/** People who come and go together, as often as is wished. */
export function crowdOf(people: Person[]) {
  let leaving = new AbortController()
  let busy: Promise<unknown> = Promise.resolve()
  return {
    begin() {
      leaving = new AbortController()
      busy = Promise.all(people.map((person) => live(person, leaving.signal)))
    },
    /** Settles when everybody has an answer, or has given up. */
    async leave() {
      leaving.abort()
      await busy
    },
  }
}

/** Acts until it is time to leave. What goes wrong has been counted where it was asked for. */
async function live({ everyMs, act }: Person, leaving: AbortSignal) {
  while (!leaving.aborted) {
    await act().catch(() => undefined)
    await sleep(everyMs * (0.5 + Math.random()), undefined, { signal: leaving }).catch(() => undefined)
  }
}
