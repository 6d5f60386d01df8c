import { table } from '../bench/table.ts'
import type { Verdict } from './verdict.ts'

/** The attacks in a table, and below it what was not withstood, and how. */
export function reportOf(verdicts: Verdict[]) {
  const red = verdicts.filter(({ isGood }) => !isGood)
  const lines = [
    table([header, ...verdicts.map(lineOf)]),
    ...red.map(({ name, faults }) => `${name}:\n${faults.map((fault) => `  ${fault}`).join('\n')}`),
    `${verdicts.length - red.length} of ${verdicts.length} attacks withstood.`,
  ]
  return lines.join('\n\n')
}

const header = [
  'attack',
  'requests',
  'failed',
  'p50 ms',
  'p99 ms',
  'picture s',
  'memory MB',
  'disk MB',
  'verdict',
]

function lineOf({ name, requests, failures, p50, p99, preparing, memoryMb, diskMb, isGood }: Verdict) {
  const figures = [requests, failures.length, p50, p99].map((figure) => String(Math.round(figure)))
  const sizes = [memoryMb, diskMb].map((figure) => String(Math.round(figure)))
  return [name, ...figures, (preparing / 1000).toFixed(1), ...sizes, isGood ? 'withstood' : 'FELL']
}
