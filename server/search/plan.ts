import { longestScan, type ScanLength, scanLengths } from './matches.queries.ts'
import type { SearchList } from './search-lists.ts'
import { type Expansion, maxTerms } from './vocabulary.queries.ts'

/** How to search: scan the list, or look up documents that have a term of every entry. */
export type Plan = { scan: ScanLength } | { lookup: string[][] }

/** `ownCount`: how many entries a member's own list has, of which a scan finds every match. */
export type Estimate = { documents: number; limit: number; costs: SearchList['costs']; ownCount?: number | undefined }

/** The extra cost of a lookup per document and alternative term. In microseconds, like all costs. */
const costPerTerm = 0.004
/** By chance, matches may be this many times further away than expected. */
const safetyFactor = 1.4

/** The cheapest plan, then the one to use if it does not fill the page. A lookup costs as much as its rarest term. */
export function choosePlans(expansions: Expansion[], estimate: Estimate): Plan[] {
  const { costs, ownCount } = estimate
  const selective = selectiveExpansions(expansions)
  const [rarest] = selective
  if (!rarest) return [{ scan: 'all' }]
  const lookup = { lookup: selective.map(({ terms }) => terms) }
  const rows = Math.min(safetyFactor * expectedRows(expansions, estimate), ownCount ?? Number.POSITIVE_INFINITY)
  const lookupCost = rarest.documents * (costs.lookup + rarest.terms.length * costPerTerm)
  if (rows * costs.row > lookupCost) return [lookup]
  if (ownCount !== undefined) return [{ scan: 'all' }]
  return rows > longestScan ? [lookup] : [{ scan: scanLengthFor(rows, expansions, estimate) }, lookup]
}

/** The rarest entry, and up to three others with few terms, which narrow the lookup cheaply. */
function selectiveExpansions(expansions: Expansion[]) {
  const [rarest, ...others] = expansions
    .filter(({ terms }) => terms.length <= maxTerms)
    .sort((a, b) => a.documents - b.documents)
  return rarest ? [rarest, ...others.filter(({ terms }) => terms.length <= 32).slice(0, 3)] : []
}

/** How many rows a scan reads until the page is full, if terms occur together as often as by chance. */
function expectedRows(expansions: Expansion[], { documents, limit }: Estimate) {
  return expansions.reduce((rows, each) => rows / Math.min(1, each.documents / documents), limit)
}

/** If a long scan takes longer than this, in microseconds, scans stop soon after the expected length. */
const longScanCost = 20_000

/** How often terms occur together is a guess, so an expensive scan stops soon after the expected length. */
function scanLengthFor(rows: number, expansions: Expansion[], { costs }: Estimate) {
  if (expansions.length < 2 || longestScan * costs.row <= longScanCost) return longestScan
  return scanLengths.find((length) => length >= safetyFactor * rows) ?? longestScan
}
