import { createFairQueue, type FairQueueOptions } from '#server/http/fair-queue.ts'

export type AbortableWork<Result> = (giveWay?: AbortSignal) => Promise<Result>

type Options = Pick<FairQueueOptions, 'maxPerClient' | 'busyMessage' | 'retryAfter'> & {
  slowWork: NonNullable<FairQueueOptions['slowWork']>
  turnMs: number
}

const checkIntervalMs = 100
/** The last start is not interrupted: members with small drawings cannot stop a large one forever. */
const maxStarts = 4

/**
 * SVG files, which may take arbitrarily long, one at a time. A member ranks by the time of their unfinished drawings: less
 * than a turn, less than is slow, or more. A drawing that has run for a turn gives way to members of a lower rank, and
 * starts again later. So a short drawing waits for one turn of each member before it.
 */
export function createDrawingQueue({ turnMs, slowWork, ...options }: Options) {
  const { afterMs: slowAfterMs, clients: slowClients } = slowWork
  /** Milliseconds of each member, until one of their drawings is finished. */
  const usedMs = new Map<string, number>()
  const rankOf = (ownerId: string) => (slowClients.has(ownerId) ? 2 : Number((usedMs.get(ownerId) ?? 0) >= turnMs))
  const queue = createFairQueue({ ...options, concurrency: 1, slowWork, rankOf })

  function addUsed(ownerId: string, ms: number) {
    const total = (usedMs.get(ownerId) ?? 0) + ms
    usedMs.set(ownerId, total)
    if (total >= slowAfterMs) slowClients.add(ownerId)
  }

  /** Undefined if it had to give way. */
  async function runTurn<Result>(ownerId: string, work: AbortableWork<Result>) {
    const giveWay = new AbortController()
    const startedAt = performance.now()
    let countedUntil = startedAt
    const count = () => {
      const now = performance.now()
      addUsed(ownerId, now - countedUntil)
      countedUntil = now
    }
    const timer = setInterval(() => {
      count()
      const rank = rankOf(ownerId)
      if (countedUntil - startedAt >= turnMs && queue.isWaiting((id) => rankOf(id) < rank)) giveWay.abort()
    }, checkIntervalMs)
    try {
      return { result: await work(giveWay.signal) }
    } catch (error) {
      if (giveWay.signal.aborted && isAbortError(error)) return undefined
      throw error
    } finally {
      clearInterval(timer)
      count()
    }
  }

  return {
    async run<Result>(ownerId: string, work: AbortableWork<Result>, maxWaitMs?: number): Promise<Result> {
      try {
        for (let starts = 1; starts < maxStarts; starts += 1) {
          const finished = await queue.run(ownerId, () => runTurn(ownerId, work), maxWaitMs)
          if (finished) return finished.result
        }
        return await queue.run(ownerId, () => work(), maxWaitMs)
      } finally {
        usedMs.delete(ownerId)
      }
    },
  }
}

export const isAbortError = (error: unknown) => (error as Error).name === 'AbortError'
