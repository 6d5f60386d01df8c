import type { Figures, Result } from './compare.ts'

export type Report = {
  zines: number
  node: string
  postgres: string
  results: Result[]
  /** Null when nothing was toggled. */
  wrongCounters: number | null
  maxRssMb: number
}

export const memoryLimitMb = 250

export function printTable({ zines, node, postgres, results, wrongCounters, maxRssMb }: Report) {
  console.info(
    `${zines} zines, 10 connections where nothing else is said, Node ${node}, PostgreSQL ${postgres}\n`,
  )
  const lines = [header, ...results.map(lineOf)]
  const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  for (const line of lines) {
    console.info(
      line
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
  }
  console.info()
  if (wrongCounters !== null)
    console.info(
      wrongCounters === 0
        ? 'Every counter equals the rows it counts.'
        : `${wrongCounters} counters are WRONG.`,
    )
  console.info(
    `Memory of the app process at its highest: ${Math.round(maxRssMb)} MB (limit ${memoryLimitMb} MB).`,
  )
}

const header = [
  'scenario',
  'req/s',
  'p50 ms',
  'p99 ms',
  'CPU ms',
  'floor req/s',
  'p50 ms',
  'p99 ms',
  'CPU ms',
  'ratio',
  'target',
  '',
]

function lineOf({ title, app, floor, ratio, least, reached }: Result) {
  return [
    title,
    ...cells(app),
    ...(floor ? cells(floor) : ['–', '–', '–', '–']),
    ratio === null ? '–' : ratio.toFixed(2),
    targetText(least),
    reached ? 'ok' : 'MISSED',
  ]
}

const cells = ({ perSecond, p50, p99, cpuMs }: Figures) => [
  Math.round(perSecond).toString(),
  p50.toFixed(1),
  p99.toFixed(1),
  cpuMs.toFixed(cpuMs < 1 ? 3 : 2),
]

const targetText = ({ ratio, perSecond, p99Ms, cpuMs, over }: Result['least']) => {
  const rates = [
    ratio && `ratio ${ratio}`,
    perSecond && `${perSecond} req/s`,
    cpuMs && `CPU ${cpuMs} ms${over ? ` over ${over}` : ''}`,
  ]
  return [rates.filter(Boolean).join(' or '), p99Ms && `p99 ${p99Ms} ms`].filter(Boolean).join(', ')
}
