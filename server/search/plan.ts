import type { SearchList } from './lists.ts'
import { longWalk, type Portion, type Steps, walks } from './matches.queries.ts'
import type { Band } from './standing.ts'
import { type Expansion, mostWords } from './vocabulary.queries.ts'

/** How to search: with a walk along the list, or by words of which each document has one of every entry; in a portion of it. */
export type Plan = { walk: Steps } | { lookUp: string[][]; portion?: Portion }

/** What a document found by one of several words takes more, for each of them. In microseconds, as all costs are. */
const costPerWord = 0.004
/** Chance may put what is looked for so many times further away than expected. */
const chance = 1.4

/** How many documents there are, how many are to be found, and what it costs along this list. */
export type Estimate = { documents: number; limit: number; costs: SearchList['costs'] }

/**
 * The cheaper plan, by what is known of the words: a walk comes to matches the sooner the more documents have the
 * words, a look-up costs what the rarest of them costs.
 */
export function choosePlan(expansions: Expansion[], estimate: Estimate): Plan {
  const steps = chance * stepsTo(expansions, estimate)
  if (useful(expansions).length === 0) return { walk: 'all' }
  const isShort = steps <= longWalk && steps * estimate.costs.step <= costOfLookUp(expansions, estimate)
  return isShort ? { walk: walkFor(steps, expansions, estimate) } : lookUpPlan(expansions)
}

/** Where a long walk takes longer than this, in microseconds, none goes on for what should have been met. */
const patience = 20_000

/**
 * How far words are expected to meet is a guess, and some seldom do: where steps cost much, a walk gives up soon after
 * what was expected. How many documents have a single word is known.
 */
function walkFor(steps: number, expansions: Expansion[], { costs }: Estimate) {
  if (expansions.length < 2 || longWalk * costs.step <= patience) return longWalk
  return walks.find((length) => length >= chance * steps) ?? longWalk
}

/** How far a walk is expected to go, if all is evenly spread. */
const stepsTo = (expansions: Expansion[], { documents, limit }: Estimate) =>
  limit / shareOf(expansions, documents)

/** Of all documents, if it is chance which words meet. */
const shareOf = (expansions: Expansion[], documents: number) =>
  expansions.reduce((share, each) => share * Math.min(1, each.documents / documents), 1)

/** What is expected to take less than this is not worth asking how much stands where. */
const soon = 1_000
/** To ask, and to look at what is unplaced. */
const costOfAsking = 400
/** What is tried without much hope takes no longer. */
const longestTry = 3_000
/** To go through the documents of a word, or of a part of the list, in the index. */
const costPerPosting = 0.04
/** To find the next place in a long list of the index. */
const costPerPlace = 3

/** Whether a plan takes so long that a portion of the list may be quicker. */
export const isSlow = (plan: Plan, expansions: Expansion[], estimate: Estimate) =>
  costOf(plan, { expansions, estimate }) > soon

type Known = { expansions: Expansion[]; estimate: Estimate; share?: number | undefined }

const costOf = (plan: Plan, { expansions, estimate, share }: Known) =>
  'walk' in plan && plan.walk !== 'all'
    ? (estimate.limit / (share ?? shareOf(expansions, estimate.documents))) * estimate.costs.step
    : costOfLookUp(expansions, estimate)

/** What is left of a plan when the share of all documents that match has turned out to be another. */
export const planKnowing = (share: number, plan: Plan, { expansions, estimate }: Known): Plan =>
  'walk' in plan && chance * estimate.limit > longWalk * share ? lookUpPlan(expansions) : plan

/** The parts of a list, and about how many documents are in each. */
export type Bands = (Band & { documents: number })[]

type PortionPlan = { lookUp: string[][]; portion: Portion; documents: number }
/** The plan it must be cheaper than, and what of all documents is expected to match, if that is known better than by the words. */
type Portioning = { plan: Plan; bands: Bands; share?: number | undefined }

/** The shortest portion, from the beginning of the list, that should have what is wanted; undefined if that is no cheaper. */
export function choosePortion(
  expansions: Expansion[],
  estimate: Estimate,
  { plan, bands, share = shareOf(expansions, estimate.documents) }: Portioning,
): PortionPlan | undefined {
  const isEnough = ({ documents }: PortionPlan) => documents * share >= chance * estimate.limit
  const portion = portionsOf(expansions, bands).find(isEnough)
  const known = { expansions, estimate, share }
  return portion && costOfPortion(portion, known) < costOf(plan, known) ? portion : undefined
}

/**
 * Where words met by chance only, they would be too rare for any portion; but some are in the same documents as a rule. The
 * longest portion is tried that does not take long even then, and is short beside the plan.
 */
export function tryPortion(expansions: Expansion[], estimate: Estimate, { plan, bands }: Portioning) {
  const share = Math.min(1, ...expansions.map((each) => each.documents / estimate.documents))
  const most = Math.min(longestTry, costOf(plan, { expansions, estimate }) / 4)
  return portionsOf(expansions, bands).findLast(
    (portion) => portion.documents > 0 && costOfPortion(portion, { expansions, share, estimate }) <= most,
  )
}

/** From the beginning of the list, each longer than the one before. */
function portionsOf(expansions: Expansion[], bands: Bands): PortionPlan[] {
  const words = useful(expansions).map((each) => each.words)
  if (words.length === 0) return []
  let documents = 0
  return bands.map(({ from, ...band }, at) => {
    documents += band.documents
    return {
      lookUp: words,
      portion: { words: bands.slice(0, at + 1).map(({ word }) => word), from },
      documents,
    }
  })
}

function costOfPortion({ documents }: PortionPlan, { expansions, share = 1, estimate }: Known) {
  const ofWord = (word: Expansion) =>
    Math.min(documents, word.documents) * costPerPosting +
    Math.min(documents * costPerPlace, word.documents * estimate.costs.posting)
  const inTheIndex = useful(expansions).reduce((sum, each) => sum + ofWord(each), documents * costPerPosting)
  return costOfAsking + inTheIndex + documents * share * estimate.costs.lookUp
}

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

/** Whether nothing is missed with this plan. */
export const isWhole = (plan: Plan) => !('walk' in plan) || plan.walk === 'all'

/** By words, where there are words that say enough. */
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
