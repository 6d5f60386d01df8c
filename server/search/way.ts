import type { Steps } from './matches.queries.ts'
import { type Found, mostWords } from './vocabulary.queries.ts'

/** How to find what is wanted: along the list, or by words of which each document has one of every entry. */
export type Way = { walk: Steps } | { lookUp: string[][] }

/** In units of one step of a walk. Measured at a million zines: docs/performance.md. */
const costOfFetching = 1.2
const costPerWord = 0.004
const shortWalk = 5_000

/**
 * The cheaper way, of what is known of the words: a walk meets what is wanted the sooner the more documents have it,
 * a look-up costs what the rarest of it costs.
 */
export function chooseWay(found: Found[], { documents, wanted }: { documents: number; wanted: number }): Way {
  const [rarest] = useful(found)
  if (!rarest) return { walk: 'all' }
  const share = found.reduce((part, each) => part * Math.min(1, each.documents / documents), 1)
  const steps = wanted / share
  const fetching = rarest.documents * (costOfFetching + rarest.words.length * costPerWord)
  return steps <= shortWalk && steps < fetching ? { walk: shortWalk } : lookUpWay(found)
}

/** On somebody's own list, which is rarely long, a walk finds everything. `own` is how many there are on it. */
export function chooseOwnWay(found: Found[], own: number): Way {
  const [rarest] = useful(found)
  const isShort = own <= shortWalk
  return isShort || !rarest || rarest.documents >= own ? { walk: 'all' } : lookUpWay(found)
}

/** Whether nothing is missed by going this way. */
export const isWhole = (way: Way) => !('walk' in way) || way.walk === 'all'

/** By words, where there are words that say enough. */
export function lookUpWay(found: Found[]): Way {
  const words = useful(found).map((each) => each.words)
  return words.length === 0 ? { walk: 'all' } : { lookUp: words }
}

/** The rarest, and beside it what makes the look-up find less without being much to go through. */
function useful(found: Found[]) {
  const [rarest, ...others] = found
    .filter(({ words }) => words.length <= mostWords)
    .sort((one, other) => one.documents - other.documents)
  return rarest ? [rarest, ...others.filter(({ words }) => words.length <= 32).slice(0, 3)] : []
}
