import { table } from '../table.ts'
import type { Figures } from './figures.ts'
import { type Finding, isMet, type Judged, memoryLimitMb, type Report } from './targets.ts'

export function printReport({ zines, node, postgres, results, findings, failures, ...checks }: Report) {
  const { wrongCounters, maxRssMb } = checks
  const machine = `10 connections where nothing else is said, Node ${node}, PostgreSQL ${postgres}`
  console.info(`\n${zines.toLocaleString('en')} zines, ${machine}\n`)
  console.info(table([header, ...results.map(lineOf)]))
  console.info(legend)
  if (findings.length > 0) console.info(`\n${table(findings.map(findingLine))}`)
  for (const failure of failures) console.info(`\nFAILED  ${failure}`)
  if (wrongCounters !== null)
    console.info(
      wrongCounters === 0
        ? '\nEvery counter equals the rows it counts.'
        : `\n${wrongCounters} counters are WRONG.`,
    )
  console.info(
    `Memory of the app process at its highest: ${Math.round(maxRssMb)} MB (limit ${memoryLimitMb} MB).`,
  )
}

const legend = `
ratio: the app's requests per second over the floor's. db: the floor's statements alone on one connection, median and
worst. growth: the app's p50, and in brackets the database's median, over those in the smaller library.`

const header = [
  'scenario',
  'req/s',
  'p50 ms',
  'p99 ms',
  'CPU ms',
  'floor req/s',
  'CPU ms',
  'ratio',
  'db ms',
  'worst',
  'growth',
  'target',
  '',
]

const none = '–'

function lineOf({ title, app, floor, ratio, database, growth, least, reached }: Judged) {
  return [
    title,
    ...rateCells(app),
    ...(floor ? [whole(floor.perSecond), small(floor.cpuMs)] : [none, none]),
    ratio === null ? none : ratio.toFixed(2),
    ...(database ? [database.median.toFixed(2), database.worst.toFixed(1)] : [none, none]),
    growth
      ? [times(growth.p50), growth.database && `(${times(growth.database)})`].filter(Boolean).join(' ')
      : none,
    targetText(least),
    reached ? 'ok' : 'MISSED',
  ]
}

const whole = (value: number) => Math.round(value).toString()
const small = (value: number) => value.toFixed(value < 1 ? 3 : 2)
const times = (value: number) => value.toFixed(2)
const rateCells = ({ perSecond, p50, p99, cpuMs }: Figures) => [
  whole(perSecond),
  p50.toFixed(1),
  p99.toFixed(1),
  small(cpuMs),
]

function targetText({ ratio, perSecond, p99Ms, cpuMs, over, databaseMs, growth }: Judged['least']) {
  const rates = [
    ratio && `ratio ${ratio}`,
    perSecond && `${perSecond} req/s`,
    cpuMs && `CPU ${cpuMs} ms${over ? ` over ${over}` : ''}`,
  ]
  const limits = [
    p99Ms && `p99 ${p99Ms} ms`,
    databaseMs && `db ${databaseMs} ms`,
    growth && `growth ${growth}`,
  ]
  return [rates.filter(Boolean).join(' or '), ...limits].filter(Boolean).join(', ')
}

function findingLine(finding: Finding) {
  const { title, value, unit, most, least } = finding
  const target = most === undefined ? (least === undefined ? '' : `at least ${least}`) : `at most ${most}`
  const shown = value >= 100 ? whole(value) : value.toFixed(2)
  return [title, `${shown} ${unit}`.trim(), target, target && (isMet(finding) ? 'ok' : 'MISSED')]
}
