import type { SearchList } from './lists.ts'
import { longWalk, type Steps, walks } from './matches.queries.ts'
import { type Expansion, mostWords } from './vocabulary.queries.ts'

/** How to search: with a walk along the list, or by words of which each document has one of every entry. */
export type Plan = { walk: Steps } | { lookUp: string[][] }

/** What a document found by one of several words takes more, for each of them. In microseconds, as all costs are. */
const costPerWord = 0.004
/** Chance may put what is looked for so many times further away than expected. */
const chance = 1.4

export type Estimate = { documents: number; limit: number; costs: SearchList['costs'] }

/** The cheaper plan: a scan is short for frequent terms, a lookup costs what the rarest term costs. */
export function choosePlan(expansions: Expansion[], estimate: Estimate): Plan {
  const steps = chance * stepsTo(expansions, estimate)
  if (useful(expansions).length === 0) return { walk: 'all' }
  const isShort = steps <= longWalk && steps * estimate.costs.step <= costOfLookUp(expansions, estimate)
  return isShort ? { walk: walkFor(steps, expansions, estimate) } : lookUpPlan(expansions)
}

/** Where a long walk takes longer than this, in microseconds, none goes on for what should have been met. */
const patience = 20_000

/** How often terms meet is a guess, so an expensive scan gives up soon after the expected length. */
function walkFor(steps: number, expansions: Expansion[], { costs }: Estimate) {
  if (expansions.length < 2 || longWalk * costs.step <= patience) return longWalk
  return walks.find((length) => length >= chance * steps) ?? longWalk
}

const stepsTo = (expansions: Expansion[], { documents, limit }: Estimate) =>
  limit / shareOf(expansions, documents)

const shareOf = (expansions: Expansion[], documents: number) =>
  expansions.reduce((share, each) => share * Math.min(1, each.documents / documents), 1)

function costOfLookUp(expansions: Expansion[], { costs }: Estimate) {
  const [rarest] = useful(expansions)
  if (!rarest) return Number.POSITIVE_INFINITY
  return rarest.documents * (costs.lookUp + rarest.words.length * costPerWord)
}

/** On somebody's own list a walk is never longer than the list, of `own` things, and finds everything. */
export function chooseOwnPlan(
  expansions: Expansion[],
  { own, ...estimate }: Estimate & { own: number },
): Plan {
  const steps = Math.min(own, chance * stepsTo(expansions, estimate))
  return steps * estimate.costs.step <= costOfLookUp(expansions, estimate)
    ? { walk: 'all' }
    : lookUpPlan(expansions)
}

export const isWhole = (plan: Plan) => !('walk' in plan) || plan.walk === 'all'

export function lookUpPlan(expansions: Expansion[]): Plan {
  const words = useful(expansions).map((each) => each.words)
  return words.length === 0 ? { walk: 'all' } : { lookUp: words }
}

/** The rarest, and beside it what makes the look-up find less without being much to go through. */
function useful(expansions: Expansion[]) {
  const [rarest, ...others] = expansions
    .filter(({ words }) => words.length <= mostWords)
    .sort((one, other) => one.documents - other.documents)
  return rarest ? [rarest, ...others.filter(({ words }) => words.length <= 32).slice(0, 3)] : []
}
