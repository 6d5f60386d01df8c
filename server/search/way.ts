import { longWalk, type Steps } from './matches.queries.ts'
import type { Shelf } from './shelves.ts'
import { type Found, mostWords } from './vocabulary.queries.ts'

/** How to find what is wanted: along the list, or by words of which each document has one of every entry. */
export type Way = { walk: Steps } | { lookUp: string[][] }

/** What a document found by one of several words takes more, for each of them. In microseconds, as all costs are. */
const costPerWord = 0.004
/** Chance may put what is wanted so many times further away than expected. */
const chance = 1.4

type Asked = { documents: number; wanted: number; costs: Shelf['costs'] }

/**
 * The cheaper way, of what is known of the words: a walk meets what is wanted the sooner the more documents have it,
 * a look-up costs what the rarest of it costs.
 */
export function chooseWay(found: Found[], asked: Asked): Way {
  const steps = chance * stepsTo(found, asked)
  if (useful(found).length === 0) return { walk: 'all' }
  const isShort = steps <= longWalk && steps * asked.costs.step <= costOfLookUp(found, asked)
  return isShort ? { walk: longWalk } : lookUpWay(found)
}

/** How far a walk is expected to go, if all is evenly spread. */
const stepsTo = (found: Found[], { documents, wanted }: Asked) =>
  wanted / found.reduce((share, each) => share * Math.min(1, each.documents / documents), 1)

function costOfLookUp(found: Found[], { costs }: Asked) {
  const [rarest] = useful(found)
  if (!rarest) return Number.POSITIVE_INFINITY
  return rarest.documents * (costs.lookUp + rarest.words.length * costPerWord)
}

/** On somebody's own list a walk is never longer than the list, of `own` things, and finds everything. */
export function chooseOwnWay(found: Found[], { own, ...asked }: Asked & { own: number }): Way {
  const steps = Math.min(own, chance * stepsTo(found, asked))
  return steps * asked.costs.step <= costOfLookUp(found, asked) ? { walk: 'all' } : lookUpWay(found)
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
