import type { Peaks } from '#trials/site/meter.ts'
import type { HonestFigures } from '#trials/site/tally.ts'
import type { Result } from '../report.ts'

export type Outcome = Peaks & HonestFigures & { name: string; faults: string[] }

const mostP99Ms = 1000
const mostMemoryMb = 400
/** Fewer would say nothing about those who use the site. */
const leastRequests = 20

/** An attack fails when no honest request failed, all were quick, memory stayed low, and its own check found nothing. */
export function judge(outcome: Outcome): Result {
  const { name, requests, failures, p50, p99, preparing, memoryMb, diskMb, faults } = outcome
  const wrong = [
    failures.length > 0 && `${failures.length} honest requests failed, such as ${failures[0]}`,
    p99 >= mostP99Ms && `the slowest hundredth of honest requests took ${(p99 / 1000).toFixed(1)} s and more`,
    memoryMb >= mostMemoryMb && `the app took ${Math.round(memoryMb)} MB of memory`,
    requests < leastRequests && `honest people made only ${requests} requests`,
    ...faults,
  ].filter((fault) => fault !== false)
  return {
    name,
    figures: {
      requests,
      failed: failures.length,
      'p50 ms': p50,
      'p99 ms': p99,
      'picture s': (preparing / 1000).toFixed(1),
      'memory MB': memoryMb,
      'disk MB': diskMb,
    },
    faults: wrong,
  }
}

export const notTried = (name: string) =>
  judge({
    ...{ name, requests: 0, failures: [], p50: 0, p99: 0, preparing: 0, memoryMb: 0, diskMb: 0 },
    faults: ['there was no time left for it'],
  })
