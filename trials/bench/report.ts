import { formatTable } from '../report.ts'
import type { Result } from './compare.ts'
import { median } from './figures.ts'

/** Ratios to the smaller library: of the app's median latency and of the database's median time. */
type Growth = { p50: number; database: number | null }
type JudgedResult = Result & { growth: Growth | null; reached: boolean }

/** A result outside the scenarios. `most` or `least` is its limit. */
export type Finding = { title: string; value: number; unit: string; most?: number; least?: number }

export type Report = {
  zines: number
  node: string
  postgres: string
  results: JudgedResult[]
  findings: Finding[]
  /** What could not be measured, with the reason. */
  failures: string[]
  wrongCounters: string[]
  maxRssMb: number
}

const maxMedianSearchMs = 10
const memoryLimitMb = 250

/** Adds to each result its growth since the smaller library, if one was measured, and whether it reached its target. */
export function judge(results: Result[], smaller: Result[] = []): JudgedResult[] {
  return results.map((result) => {
    const before = smaller.find(({ name }) => name === result.name)
    const growth = before ? growthOf(before, result) : null
    return { ...result, growth, reached: isReached(result, growth) }
  })
}

function growthOf(smaller: Result, larger: Result): Growth {
  const database = smaller.database && larger.database ? larger.database.median / smaller.database.median : null
  return { p50: larger.app.p50 / smaller.app.p50, database }
}

/** If a target has both a ratio and a rate, either is enough. Every limit must be met in addition. */
function isReached({ app, ratio, database, target }: Result, growth: Growth | null) {
  const { databaseMs, growth: maxGrowth, ...rates } = target
  if (databaseMs !== undefined && (database?.worst ?? 0) > databaseMs) return false
  if (maxGrowth !== undefined && (growth?.p50 ?? 0) > maxGrowth) return false
  return (
    Object.keys(rates).length === 0 ||
    (rates.ratio !== undefined && (ratio ?? 0) >= rates.ratio) ||
    (rates.perSecond !== undefined && app.perSecond >= rates.perSecond)
  )
}

/** Over all timed text searches. */
export function medianSearch(results: Result[]): Finding[] {
  const times = results.flatMap(({ name, database }) =>
    /^(popular-)?search-/.test(name) && database ? [database.median] : [],
  )
  const title = 'database time of a search, median of the scenarios'
  return times.length > 0 ? [{ title, value: median(times), unit: 'ms', most: maxMedianSearchMs }] : []
}

/** The largest library must reach the targets. Counters and memory must be right at every size. */
export const meetsTargets = (reports: Report[]) =>
  reports.every(isConsistent) && reports.slice(-1).every(reachesAllTargets)

const isConsistent = ({ failures, wrongCounters, maxRssMb }: Report) =>
  failures.length + wrongCounters.length === 0 && maxRssMb <= memoryLimitMb

const reachesAllTargets = ({ results, findings }: Report) =>
  results.every(({ reached }) => reached) && findings.every(isWithinLimits)

const isWithinLimits = ({ value, most, least }: Finding) =>
  (most === undefined || value <= most) && (least === undefined || value >= least)

export function formatReport({ zines, node, postgres, results, findings, failures, ...checks }: Report) {
  const { wrongCounters, maxRssMb } = checks
  const memory = `${Math.round(maxRssMb)} MB (limit ${memoryLimitMb} MB)`
  return [
    `\n${zines.toLocaleString('en')} zines, Node ${node}, PostgreSQL ${postgres}\n`,
    formatTable([header, ...results.map(formatLine)]),
    legend,
    formatTable(findings.map(formatFinding)),
    ...failures.map((failure) => `FAILED  ${failure}`),
    ...(wrongCounters.length > 0 ? wrongCounters : ['Every counter equals the rows it counts.']),
    `Memory of the app process at its highest: ${memory}.`,
  ].join('\n')
}

const legend = `
ratio: the app's requests per second over the floor's. db: the floor's statements alone on one connection, median and
worst. growth: the app's p50, and in brackets the database's median, over those in the smaller library.
`

const rates = ['req/s', 'p50 ms', 'p99 ms', 'CPU ms']
const header = ['scenario', ...rates, 'floor req/s', 'ratio', 'db ms', 'worst', 'growth', 'target', '']

function formatLine({ title, app, floor, ratio, database, growth, target, reached }: JudgedResult) {
  const figures = [app.perSecond, app.p50, app.p99, app.cpuMs, floor?.perSecond, ratio]
  return [
    title,
    ...[...figures, database?.median, database?.worst].map(formatNumber),
    growth ? `${formatNumber(growth.p50)} (${formatNumber(growth.database)})` : formatNumber(null),
    Object.entries(target)
      .map((limit) => limit.join(' '))
      .join(', '),
    reached ? 'ok' : 'MISSED',
  ]
}

const formatNumber = (value: number | null | undefined) =>
  value == null ? '–' : value >= 100 ? Math.round(value).toString() : value.toFixed(2)

function formatFinding(finding: Finding) {
  const { title, value, unit, most, least } = finding
  const target = most === undefined ? (least === undefined ? '' : `at least ${least}`) : `at most ${most}`
  return [title, `${formatNumber(value)} ${unit}`.trim(), target, target && (isWithinLimits(finding) ? 'ok' : 'MISSED')]
}
