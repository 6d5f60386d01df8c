import type { UploadedMedia } from '#contract/media.ts'
import type { MediaKind } from '../upload-rules.ts'

/**
 * Where a page is on its way. `waiting` for its turn, `paused` for the network, `checking` by the server;
 * `stopped` by the person, who may start it again like one that `failed`.
 */
export type Step = 'waiting' | 'sending' | 'paused' | 'checking' | 'ready' | 'failed' | 'stopped'

export type PageProgress = {
  kind: MediaKind
  step: Step
  /** The part of the file that has been sent, 0 to 1. */
  sent: number
}

/** `sent` is left out when it has not changed. */
export type Progress = { step: Step; sent?: number }

/** Sends one file. Called again after a failure it goes on where it was. */
export type Sender<Made = UploadedMedia> = {
  send: (signal: AbortSignal, report: (progress: Progress) => void) => Promise<Made>
}

type Upload = { sender: Sender; stop: AbortController; media: Promise<UploadedMedia> }

const mostAtOnce = 2

/** The files on their way to the server, each for a page: two at a time, in the order they were started in. */
export function createPageUploads(senderFor: (file: File) => Sender) {
  const uploads = new Map<string, Upload>()
  const inTurn = limitConcurrency(mostAtOnce)
  return {
    /** Sends the file of a page, or goes on where its last upload was. */
    start(pageId: string, file: File, report: (progress: Progress) => void) {
      const sender = uploads.get(pageId)?.sender ?? senderFor(file)
      const stop = new AbortController()
      const media = inTurn(async () => {
        stop.signal.throwIfAborted()
        return sender.send(stop.signal, report)
      })
      uploads.set(pageId, { sender, stop, media })
      return { media, signal: stop.signal }
    },
    mediaOf: (pageId: string) => uploads.get(pageId)?.media,
    stop: (pageId: string) => uploads.get(pageId)?.stop.abort(),
    forget(pageId: string) {
      uploads.get(pageId)?.stop.abort()
      uploads.delete(pageId)
    },
  }
}

/** Runs tasks as they come, at most so many at once; the others wait their turn in order. */
function limitConcurrency(limit: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (running >= limit) await new Promise<void>((go) => waiting.push(go))
    else running += 1
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
