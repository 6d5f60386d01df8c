import type { Result } from './compare.ts'
import { median } from './figures.ts'

/** How many times what it is in the smaller library: the app's median latency, and the database's median time. */
type Growth = { p50: number; database: number | null }
export type Judged = Result & { growth: Growth | null; reached: boolean }

/** A figure that is not a scenario's. `most` or `least` is what it must not pass. */
export type Finding = {
  name: string
  title: string
  value: number
  unit: string
  most?: number
  least?: number
}

/** What was measured in one library. */
export type Report = {
  zines: number
  node: string
  postgres: string
  results: Judged[]
  findings: Finding[]
  /** Scenarios that could not be measured, and why. */
  failures: string[]
  /** Null when nothing was toggled. */
  wrongCounters: number | null
  maxRssMb: number
}

export const isMet = ({ value, most, least }: Finding) =>
  (most === undefined || value <= most) && (least === undefined || value >= least)

const medianSearchMs = 10
export const memoryLimitMb = 250

/** The results with how they grew since the smaller library, if one was measured, and whether that is what it must be. */
export function judge(results: Result[], smaller: Result[] = []): Judged[] {
  return results.map((result) => {
    const before = smaller.find(({ name }) => name === result.name)
    const growth = before ? growthOf(before, result) : null
    return { ...result, growth, reached: isReached(result, growth, results) }
  })
}

function growthOf(smaller: Result, larger: Result): Growth {
  const database =
    smaller.database && larger.database ? larger.database.median / smaller.database.median : null
  return { p50: larger.app.p50 / smaller.app.p50, database }
}

/** Where a target names a rate beside a ratio, one of them is enough; every limit is kept besides. */
function isReached({ app, ratio, database, least }: Result, growth: Growth | null, all: Result[]) {
  const { p99Ms, databaseMs, growth: mostGrowth, ...rates } = least
  if (p99Ms !== undefined && app.p99 > p99Ms) return false
  if (databaseMs !== undefined && (database?.worst ?? 0) > databaseMs) return false
  if (mostGrowth !== undefined && (growth?.p50 ?? 0) > mostGrowth) return false
  const over = all.find(({ name }) => name === rates.over)?.app.cpuMs ?? 0
  return (
    Object.keys(rates).length === 0 ||
    (rates.ratio !== undefined && (ratio ?? 0) >= rates.ratio) ||
    (rates.perSecond !== undefined && app.perSecond >= rates.perSecond) ||
    (rates.cpuMs !== undefined && app.cpuMs - over <= rates.cpuMs)
  )
}

/** Of all searches for a text that were timed. */
export function medianSearch(results: Result[]): Finding[] {
  const times = results.flatMap(({ name, database }) =>
    /^(search|favorites|creators)-/.test(name) && database ? [database.median] : [],
  )
  if (times.length === 0) return []
  const title = 'database time of a search, median of the scenarios'
  return [{ name: 'search-median', title, value: median(times), unit: 'ms', most: medianSearchMs }]
}

/** Of several sizes the largest has to reach the targets; counters and memory have to be right at every size. */
export const isGood = (reports: Report[]) => reports.every(isSound) && reports.slice(-1).every(isReachedByAll)

const isSound = ({ failures, wrongCounters, maxRssMb }: Report) =>
  failures.length === 0 && !wrongCounters && maxRssMb <= memoryLimitMb

const isReachedByAll = ({ results, findings }: Report) =>
  results.every(({ reached }) => reached) && findings.every(isMet)
