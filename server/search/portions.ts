import { firstRank } from './list-figures.queries.ts'
import type { SearchList } from './lists.ts'
import { areMostPlaced, type Match, type SearchRange } from './matches.queries.ts'
import {
  type Bands,
  choosePortion,
  type Estimate,
  isSlow,
  type Plan,
  planKnowing,
  tryPortion,
} from './plan.ts'
import { countWords, type Expansion, type Vocabulary } from './vocabulary.queries.ts'

type Searched = { vocabulary: Vocabulary; list: SearchList; range: SearchRange }
type Search = {
  plan: Plan
  expansions: Expansion[]
  estimate: Estimate
  go: (plan: Plan) => Promise<Match[]>
}

/** After as many portions that had less than was expected, nothing is expected any more. */
const mostTries = 3

/**
 * Looks up what is wanted in portions of the list from its beginning, where that is expected to be quicker than a plan for
 * the whole. After the first it is known how often the words meet. Answers a full page, or how else to search.
 */
export async function findInPortions(
  searched: Searched,
  { go, ...search }: Search,
): Promise<{ matches: Match[] } | { otherwise: Plan }> {
  const { plan, expansions, estimate } = search
  if (!searched.list.bandsFrom || !isSlow(plan, expansions, estimate)) return { otherwise: plan }
  const bands = await countBands(searched)
  let share: number | undefined
  for (let tries = 0; tries < mostTries && share !== 0; tries++) {
    const chosen = choosePortion(expansions, estimate, { plan, bands, share })
    const portion = chosen ?? (tries === 0 ? tryPortion(expansions, estimate, { plan, bands }) : undefined)
    if (!portion) break
    const matches = await go(portion)
    if (matches.length >= estimate.limit) return { matches }
    share = matches.length / portion.documents
  }
  return { otherwise: share === undefined ? plan : planKnowing(share, plan, { expansions, estimate }) }
}

/** Of the list's parts from the place of the range on, how many documents are in each. */
async function countBands({ vocabulary, list, range }: Searched): Promise<Bands> {
  const rank = range.after?.[0] ?? (await highestRank(vocabulary, list))
  if (!list.bandsFrom || rank === undefined || !(await areMostPlaced(vocabulary.pool))) return []
  const bands = list.bandsFrom(rank)
  const counts = await countWords(
    vocabulary,
    bands.map(({ word }) => word),
  )
  return bands.map((band) => ({ ...band, documents: counts.get(band.word) ?? 0 }))
}

/** A counter may rise above all others meanwhile; nothing that is published meanwhile must be found. */
const highestRank = async ({ pool }: Vocabulary, list: SearchList) =>
  list.rankType === 'int' ? Number.POSITIVE_INFINITY : firstRank(pool, list)
