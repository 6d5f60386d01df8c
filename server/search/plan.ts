import type { SearchList } from './lists.ts'
import { longWalk, type Steps, walks } from './matches.queries.ts'
import { type Expansion, mostWords } from './vocabulary.queries.ts'

/** How to search: scan the list, or look up documents that have a term of every entry. */
export type Plan = { walk: Steps } | { lookUp: string[][] }

/** The extra cost of a lookup per document and alternative term. In microseconds, like all costs. */
const costPerWord = 0.004
/** Safety factor: by chance, matches may be this many times further away than expected. */
const chance = 1.4

export type Estimate = { documents: number; limit: number; costs: SearchList['costs'] }

/** The cheaper plan. A scan is short for frequent terms; a lookup costs as much as its rarest term. */
export function choosePlan(expansions: Expansion[], estimate: Estimate): Plan {
  const steps = chance * stepsTo(expansions, estimate)
  if (useful(expansions).length === 0) return { walk: 'all' }
  const isShort = steps <= longWalk && steps * estimate.costs.step <= costOfLookUp(expansions, estimate)
  return isShort ? { walk: walkFor(steps, expansions, estimate) } : lookUpPlan(expansions)
}

/** If a long scan takes longer than this, in microseconds, scans stop soon after the expected length. */
const patience = 20_000

/** How often terms occur together is a guess, so an expensive scan stops soon after the expected length. */
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

/** A scan of a member's own list reads at most its `own` entries and finds everything. */
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

/** The rarest entry, and up to three others with few terms, which narrow the lookup cheaply. */
function useful(expansions: Expansion[]) {
  const [rarest, ...others] = expansions
    .filter(({ words }) => words.length <= mostWords)
    .sort((one, other) => one.documents - other.documents)
  return rarest ? [rarest, ...others.filter(({ words }) => words.length <= 32).slice(0, 3)] : []
}
