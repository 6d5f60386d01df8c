import { longestScan, type ScanLength, scanLengths } from './matches.queries.ts'
import type { SearchList } from './search-lists.ts'
import { type Expansion, maxTerms } from './vocabulary.queries.ts'

/** How to search: scan the list, or look up documents that have a term of every entry. */
export type Plan = { scan: ScanLength } | { lookup: string[][] }

/** The extra cost of a lookup per document and alternative term. In microseconds, like all costs. */
const costPerTerm = 0.004
/** Safety factor: by chance, matches may be this many times further away than expected. */
const safetyFactor = 1.4

export type Estimate = { documents: number; limit: number; costs: SearchList['costs'] }

/** The cheaper plan. A scan is short for frequent terms; a lookup costs as much as its rarest term. */
export function choosePlan(expansions: Expansion[], estimate: Estimate): Plan {
  const steps = safetyFactor * expectedSteps(expansions, estimate)
  if (usefulExpansions(expansions).length === 0) return { scan: 'all' }
  const isShort = steps <= longestScan && steps * estimate.costs.step <= lookupCost(expansions, estimate)
  return isShort ? { scan: scanLengthFor(steps, expansions, estimate) } : indexLookupPlan(expansions)
}

/** If a long scan takes longer than this, in microseconds, scans stop soon after the expected length. */
const longScanCost = 20_000

/** How often terms occur together is a guess, so an expensive scan stops soon after the expected length. */
function scanLengthFor(steps: number, expansions: Expansion[], { costs }: Estimate) {
  if (expansions.length < 2 || longestScan * costs.step <= longScanCost) return longestScan
  return scanLengths.find((length) => length >= safetyFactor * steps) ?? longestScan
}

const expectedSteps = (expansions: Expansion[], { documents, limit }: Estimate) =>
  limit / shareOf(expansions, documents)

const shareOf = (expansions: Expansion[], documents: number) =>
  expansions.reduce((share, each) => share * Math.min(1, each.documents / documents), 1)

function lookupCost(expansions: Expansion[], { costs }: Estimate) {
  const [rarest] = usefulExpansions(expansions)
  if (!rarest) return Number.POSITIVE_INFINITY
  return rarest.documents * (costs.lookup + rarest.terms.length * costPerTerm)
}

/** A scan of a member's own list reads at most its `ownCount` entries and finds everything. */
export function chooseOwnPlan(
  expansions: Expansion[],
  { ownCount, ...estimate }: Estimate & { ownCount: number },
): Plan {
  const steps = Math.min(ownCount, safetyFactor * expectedSteps(expansions, estimate))
  return steps * estimate.costs.step <= lookupCost(expansions, estimate) ? { scan: 'all' } : indexLookupPlan(expansions)
}

export const isExhaustive = (plan: Plan) => !('scan' in plan) || plan.scan === 'all'

export function indexLookupPlan(expansions: Expansion[]): Plan {
  const terms = usefulExpansions(expansions).map((each) => each.terms)
  return terms.length === 0 ? { scan: 'all' } : { lookup: terms }
}

/** The rarest entry, and up to three others with few terms, which narrow the lookup cheaply. */
function usefulExpansions(expansions: Expansion[]) {
  const [rarest, ...remaining] = expansions
    .filter(({ terms }) => terms.length <= maxTerms)
    .sort((a, b) => a.documents - b.documents)
  return rarest ? [rarest, ...remaining.filter(({ terms }) => terms.length <= 32).slice(0, 3)] : []
}
