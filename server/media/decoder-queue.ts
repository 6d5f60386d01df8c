import { msg } from '@lingui/core/runtime-macro'
import { LRUCache } from 'lru-cache'
import { restartingError } from '#server/http/draining.ts'
import { createFairQueue } from '#server/http/fair-queue.ts'
import { type AbortableWork, createDrawingQueue, isAbortError } from './drawing-queue.ts'
import { SandboxStoppedError } from './sandbox.ts'

export type DecoderQueue = ReturnType<typeof createDecoderQueue>

type Clock = { now(): number }
/** `stopping` ends what is being decoded and refuses what waits. */
type Options = { concurrency: number; clock?: Clock; slowAfterMs?: number; turnMs?: number; stopping?: AbortSignal }
/** SVGs wait only for each other. `maxWaitMs` is for work that others wait for. */
type DecodeWork = { ownerId: string; isSvg: boolean; maxWaitMs?: number | undefined }

type Work<Result> = (signal: AbortSignal) => Promise<Result>

const neverAborted = new AbortController().signal

const queueOptions = {
  maxPerClient: 12,
  busyMessage: msg`Your other files are still being prepared. Please try again in a moment.`,
  retryAfter: 10,
}

/** In milliseconds: longer than a photo takes on a small machine. */
const defaultSlowMs = 6_000

/** Members whose files were slow to decode, or too much for the decoder, in the last ten minutes. */
export const createSlowClients = (clock: Clock = performance) => {
  const clients = new LRUCache<string, true>({ max: 10_000, ttl: 10 * 60_000, ttlResolution: 0, perf: clock })
  return { add: (id: string) => void clients.set(id, true), has: (id: string) => clients.has(id) }
}

/** A drawing that takes longer gives way to others. In milliseconds. */
const defaultTurnMs = 2_000

/** Decides which file is decoded next. Pictures and videos share slots, SVGs have one, and PDF pages use free slots. */
export function createDecoderQueue({
  concurrency,
  clock,
  slowAfterMs = defaultSlowMs,
  turnMs = defaultTurnMs,
  stopping = neverAborted,
}: Options) {
  const clients = createSlowClients(clock)
  const slow = { afterMs: slowAfterMs, clients }
  const pictures = createFairQueue({ ...queueOptions, concurrency, spareSlots: 1, slowWork: slow })
  const drawings = createDrawingQueue({ ...queueOptions, slowWork: slow, turnMs })
  return {
    run: <Result>({ ownerId, isSvg, maxWaitMs }: DecodeWork, work: Work<Result>) =>
      (isSvg ? drawings : pictures).run(ownerId, untilStopped(stopping, work), maxWaitMs),
    markSlow: (ownerId: string) => clients.add(ownerId),
    /** Undefined while pictures need all slots: a page never delays a picture. */
    startPage<Result>(work: () => Promise<Result>): Promise<Result> | undefined {
      const release = pictures.tryAcquireBackground()
      return release && work().finally(release)
    },
  }
}

const untilStopped =
  <Result>(stopping: AbortSignal, work: Work<Result>): AbortableWork<Result> =>
  async (giveWay = neverAborted) => {
    if (stopping.aborted) throw restartingError()
    try {
      return await work(AbortSignal.any([stopping, giveWay]))
    } catch (error) {
      // A terminal sends Ctrl-C to the decoders too, so they may end before the site knows that it stops.
      const isStopped = (stopping.aborted && isAbortError(error)) || error instanceof SandboxStoppedError
      throw isStopped ? restartingError() : error
    }
  }
