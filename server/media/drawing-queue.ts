import { createFairQueue, type FairQueueOptions } from '#server/http/fair-queue.ts'

export type AbortableWork<Result> = (giveWay?: AbortSignal) => Promise<Result>

type Options = FairQueueOptions & { turnMs: number }

const checkIntervalMs = 100

/**
 * SVG files, which may take arbitrarily long, in two slots. In the first, one that has run for `turnMs` gives way to those of
 * other members. It starts again in the second slot, where nothing interrupts it, so it starts at most twice. Slow members
 * use only the second slot.
 */
export function createDrawingQueue({ turnMs, ...options }: Options) {
  const { slowWork } = options
  const turns = createFairQueue(options)
  const long = createFairQueue(options)
  const waiting = new Set<{ ownerId: string }>()
  const areOthersWaiting = (ownerId: string) => [...waiting].some((other) => other.ownerId !== ownerId)

  /** Undefined if it had to give way. */
  async function runTurn<Result>(ownerId: string, work: AbortableWork<Result>) {
    const giveWay = new AbortController()
    const startedAt = performance.now()
    const timer = setInterval(() => {
      if (performance.now() - startedAt >= turnMs && areOthersWaiting(ownerId)) giveWay.abort()
    }, checkIntervalMs)
    try {
      return { result: await work(giveWay.signal) }
    } catch (error) {
      if (giveWay.signal.aborted && isAbortError(error)) return undefined
      throw error
    } finally {
      clearInterval(timer)
    }
  }

  function waitForTurn<Result>(ownerId: string, work: AbortableWork<Result>, maxWaitMs?: number) {
    const entry = { ownerId }
    waiting.add(entry)
    return turns
      .run(
        ownerId,
        () => {
          waiting.delete(entry)
          return runTurn(ownerId, work)
        },
        maxWaitMs,
      )
      .finally(() => waiting.delete(entry))
  }

  return {
    async run<Result>(ownerId: string, work: AbortableWork<Result>, maxWaitMs?: number): Promise<Result> {
      const finished = slowWork?.clients.has(ownerId) ? undefined : await waitForTurn(ownerId, work, maxWaitMs)
      return finished ? finished.result : long.run(ownerId, () => work(), maxWaitMs)
    },
  }
}

export const isAbortError = (error: unknown) => (error as Error).name === 'AbortError'
