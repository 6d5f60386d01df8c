import { Refusal } from './errors.ts'

type Waiting = { memberId: string; start(): void }

/**
 * Lets few pieces of heavy work run at a time; the rest wait. Among those waiting, the first of a member who has
 * the fewest running goes next, so that one member's many files do not hold up another's one. Should one member have
 * all places, `spare` are there for others: slow work holds up nobody but whose it is.
 */
export function createFairQueue({ atOnce = 2, mostPerMember = 12, spare = 0 } = {}) {
  const running: string[] = []
  const waiting: Waiting[] = []
  const runningOf = (memberId: string) => running.filter((id) => id === memberId).length

  function startNext() {
    const [next] = waiting.toSorted((a, b) => runningOf(a.memberId) - runningOf(b.memberId))
    if (!next) return
    const areAllOfAnother = new Set(running).size === 1 && runningOf(next.memberId) === 0
    if (running.length >= atOnce + (areAllOfAnother ? spare : 0)) return
    waiting.splice(waiting.indexOf(next), 1)
    running.push(next.memberId)
    next.start()
  }

  return async <Result>(memberId: string, work: () => Promise<Result>): Promise<Result> => {
    const own = runningOf(memberId) + waiting.filter((other) => other.memberId === memberId).length
    if (own >= mostPerMember) throw new Refusal('too_many_requests', busy, { retryAfter: 10 })
    await new Promise<void>((start) => {
      waiting.push({ memberId, start })
      startNext()
    })
    try {
      return await work()
    } finally {
      running.splice(running.indexOf(memberId), 1)
      startNext()
    }
  }
}

const busy = 'Your other files are still being prepared. Please try again in a moment.'

export type FairQueue = ReturnType<typeof createFairQueue>
