import { createFairQueue, type FairQueue, type FairQueueOptions } from '#server/http/fair-queue.ts'

export type AbortableWork<Result> = (giveWay?: AbortSignal) => Promise<Result>

type Options = FairQueueOptions & { turnMs: number }

const checkIntervalMs = 100

type DrawingWork<Result> = { ownerId: string; work: AbortableWork<Result>; maxWaitMs: number | undefined }
type Stage = { queue: FairQueue; turnMs: number; waiting: Set<{ ownerId: string }> }

/**
 * SVG files, which may take arbitrarily long, in two slots. In the first, one that has run for `turnMs` gives way to those of
 * other members. It starts again in the second slot, with a turn twice as long. After that its member counts as slow, so
 * it comes last in the second slot, where then nothing interrupts it: it starts at most three times. Slow members use only
 * the second slot, without turns.
 */
export function createDrawingQueue({ turnMs, ...options }: Options) {
  const { slowWork } = options
  const long = createFairQueue(options)
  const stages: Stage[] = [
    { queue: createFairQueue(options), turnMs, waiting: new Set() },
    { queue: long, turnMs: 2 * turnMs, waiting: new Set() },
  ]

  /** Undefined if it had to give way. */
  async function runTurn<Result>(stage: Stage, ownerId: string, work: AbortableWork<Result>) {
    const areOthersWaiting = () => [...stage.waiting].some((other) => other.ownerId !== ownerId)
    const giveWay = new AbortController()
    const startedAt = performance.now()
    const timer = setInterval(() => {
      if (performance.now() - startedAt >= stage.turnMs && areOthersWaiting()) giveWay.abort()
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

  function waitForTurn<Result>(stage: Stage, { ownerId, work, maxWaitMs }: DrawingWork<Result>) {
    const { queue, waiting } = stage
    const entry = { ownerId }
    const start = () => {
      waiting.delete(entry)
      return runTurn(stage, ownerId, work)
    }
    waiting.add(entry)
    return queue.run(ownerId, start, maxWaitMs).finally(() => waiting.delete(entry))
  }

  async function runInTurns<Result>(drawing: DrawingWork<Result>) {
    for (const stage of stages) {
      const finished = await waitForTurn(stage, drawing)
      if (finished) return finished
    }
    slowWork?.clients.add(drawing.ownerId)
    return undefined
  }

  return {
    async run<Result>(ownerId: string, work: AbortableWork<Result>, maxWaitMs?: number): Promise<Result> {
      const isSlow = slowWork?.clients.has(ownerId)
      const finished = isSlow ? undefined : await runInTurns({ ownerId, work, maxWaitMs })
      return finished ? finished.result : long.run(ownerId, () => work(), maxWaitMs)
    },
  }
}

export const isAbortError = (error: unknown) => (error as Error).name === 'AbortError'
