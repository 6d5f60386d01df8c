import { LRUCache } from 'lru-cache'
import { createFairQueue } from '#server/http/fair-queue.ts'

export type DecoderQueue = ReturnType<typeof createDecoderQueue>

type Clock = { now(): number }
type Options = { atOnce: number; clock?: Clock; slowAfterMs?: number }
/** A drawing may take arbitrarily long, so drawings wait only for each other. */
type Work = { ownerId: string; isDrawing: boolean }

const busy = {
  mostEach: 12,
  busy: 'Your other files are still being prepared. Please try again in a moment.',
  retryAfter: 10,
}

/** In milliseconds: longer than a photo takes on a small machine. */
const usualSlowMs = 6_000

/** Members whose files were slow to decode, or too much for the decoder, in the last ten minutes. */
export const slowClients = (clock: Clock = performance) => {
  const clients = new LRUCache<string, true>({ max: 10_000, ttl: 10 * 60_000, ttlResolution: 0, perf: clock })
  return { add: (id: string) => void clients.set(id, true), has: (id: string) => clients.has(id) }
}

/** Decides which file is decoded next. Pictures and videos share slots, drawings have one, and PDF pages use free slots. */
export function createDecoderQueue({ atOnce, clock, slowAfterMs = usualSlowMs }: Options) {
  const clients = slowClients(clock)
  const slow = { afterMs: slowAfterMs, clients }
  const pictures = createFairQueue({ ...busy, atOnce, spare: 1, slow })
  const drawings = createFairQueue({ ...busy, atOnce: 1, slow })
  return {
    run: <Result>({ ownerId, isDrawing }: Work, work: () => Promise<Result>) =>
      (isDrawing ? drawings : pictures).run(ownerId, work),
    noteKilled: (ownerId: string) => clients.add(ownerId),
    /** Undefined while pictures need all slots: a page never delays a picture. */
    startPage<Result>(work: () => Promise<Result>): Promise<Result> | undefined {
      const leave = pictures.enterBackground()
      return leave && work().finally(leave)
    },
  }
}
