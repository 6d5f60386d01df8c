import type { Figures } from '../figures.ts'
import { table } from '../table.ts'
import { type Agreement, sayAgreement } from './agreement.ts'

export type Side = {
  title: string
  version: string
  node: string
  /** Of several starts. */
  firstAnswerMs: number
  /** In megabytes, of the process: after its start, and at the highest. */
  memory: { start: number; highest: number }
  wrongCounters: number
}
/** One question; of each side its figures, and of the peers how far they agree with ours. */
export type Line = { title: string; sides: (Figures & { bytes: number; agreement: Agreement | null })[] }
export type PeersReport = {
  zines: number
  postgres: string
  date: string
  sides: Side[]
  lines: Line[]
}

/** What was measured, as text. */
export function peersReport({ zines, postgres, date, sides, lines }: PeersReport) {
  const versions = sides.map(({ title, version, node }) => `${title} ${version} (Node ${node})`)
  return [
    `${zines.toLocaleString('en')} zines, 10 connections, PostgreSQL ${postgres}, ${date}`,
    versions.join(', '),
    '',
    table([
      ['', ...sides.flatMap(({ title }) => [title, '', '', '', ''])],
      heads(sides),
      ...lines.map(figureLine),
    ]),
    'CPU: of the server and of PostgreSQL, per request. kB: of an answer.',
    '',
    table([['', ...sides.map(({ title }) => title)], ...factLines(sides)]),
    '',
    ...lines.flatMap((line) => answersLine(line, sides)),
  ].join('\n')
}

const heads = (sides: Side[]) => ['', ...sides.flatMap(() => ['req/s', 'p50 ms', 'p99 ms', 'CPU ms', 'kB'])]

const figureLine = ({ title, sides }: Line) => [
  title,
  ...sides.flatMap(({ perSecond, p50, p99, cpuMs, bytes }) => [
    Math.round(perSecond).toString(),
    p50.toFixed(1),
    p99.toFixed(1),
    cpuMs.toFixed(2),
    (bytes / 1000).toFixed(1),
  ]),
]

const factLines = (sides: Side[]) => [
  ['first answer after the start, s', ...sides.map(({ firstAnswerMs }) => (firstAnswerMs / 1000).toFixed(1))],
  ['memory after the start, MB', ...sides.map(({ memory }) => memory.start.toFixed(0))],
  ['memory at the highest, MB', ...sides.map(({ memory }) => memory.highest.toFixed(0))],
  ['counters that are wrong', ...sides.map(({ wrongCounters }) => String(wrongCounters))],
]

function answersLine({ title, sides }: Line, { length, ...names }: Side[]) {
  return sides.flatMap(({ agreement }, at) =>
    agreement && at < length ? [`${title}: ${names[at]?.title} ${sayAgreement(agreement)}`] : [],
  )
}
