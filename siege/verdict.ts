import type { Peaks } from './meter.ts'
import type { HonestFigures } from './tally.ts'

export type Outcome = Peaks & HonestFigures & { name: string; sentence: string; faults: string[] }
export type Verdict = Outcome & { isGood: boolean }

const mostP99Ms = 1000
const mostMemoryMb = 400
/** Fewer would say nothing about those who use the site. */
const leastRequests = 20

/** An attack is withstood when no honest request failed, all were quick, memory stayed low, and its own check found nothing. */
export function judge(outcome: Outcome): Verdict {
  const { requests, failures, p99, memoryMb, faults } = outcome
  const told = [
    failures.length > 0 && `${failures.length} honest requests failed, such as ${failures[0]}`,
    p99 >= mostP99Ms && `the slowest hundredth of honest requests took ${(p99 / 1000).toFixed(1)} s and more`,
    memoryMb >= mostMemoryMb && `the app took ${Math.round(memoryMb)} MB of memory`,
    requests < leastRequests && `honest people came to only ${requests} requests`,
    ...faults,
  ].filter((fault) => fault !== false)
  return { ...outcome, faults: told, isGood: told.length === 0 }
}

/** One that was never carried out was not withstood either. */
export const notTried = ({ name, sentence }: Pick<Outcome, 'name' | 'sentence'>) =>
  judge({
    ...{ name, sentence, requests: 0, failures: [], p50: 0, p99: 0, preparing: 0, memoryMb: 0, diskMb: 0 },
    faults: ['there was no time left for it'],
  })
