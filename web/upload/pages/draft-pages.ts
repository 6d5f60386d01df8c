import type { UploadedMedia } from '#contract/media.ts'
import { ApiError } from '#web/api/api.ts'
import { sentenceOf } from '#web/api/error-sentence.ts'
import { atMost } from '../sending/at-most.ts'
import type { PageProgress, Step } from '../sending/upload-progress.ts'
import { kindOfFile } from '../upload-rules.ts'
import { movePage } from './page-order.ts'

export type DraftPage = PageProgress & {
  id: string
  file: File
  /** An address of the chosen file within this browser. */
  preview: string
  altText: string
  problem: string | null
  /** The server will not have this file, however often it is sent. */
  refused: boolean
}

/** `sent` is left out when it has not changed. */
export type Progress = { step: Step; sent?: number }
/** Sends one file. Called again after a failure it goes on where it was. */
export type Sender = {
  send: (signal: AbortSignal, report: (progress: Progress) => void) => Promise<UploadedMedia>
}

/** A page that could not be sent, with its number and the server's sentence if it gave one. */
export class PageProblem extends Error {
  readonly place: number
  constructor(place: number, cause: unknown) {
    super('A page could not be sent.', { cause })
    this.place = place
  }
}

type Upload = { sender: Sender; stop: AbortController; media: Promise<UploadedMedia> }
export type DraftPages = ReturnType<typeof createDraftPages>

/**
 * The chosen pages in their order. Each is sent as soon as it is chosen, two at a time, so that sharing is quick.
 * `onProblem` hears of a page that failed.
 */
export function createDraftPages(
  senderFor: (file: File) => Sender,
  onProblem: (place: number, cause: unknown) => void,
) {
  let pages: readonly DraftPage[] = []
  const uploads = new Map<string, Upload>()
  const listeners = new Set<() => void>()
  const inTurn = atMost(2)

  function change(next: readonly DraftPage[]) {
    pages = next
    for (const listener of listeners) listener()
  }
  const patch = (id: string, part: Partial<DraftPage>) =>
    change(pages.map((page) => (page.id === id ? { ...page, ...part } : page)))

  function start({ id, file }: DraftPage) {
    const sender = uploads.get(id)?.sender ?? senderFor(file)
    const stop = new AbortController()
    patch(id, { step: 'waiting', problem: null })
    const media = inTurn(async () => {
      stop.signal.throwIfAborted()
      return sender.send(stop.signal, (progress) => patch(id, progress))
    })
    uploads.set(id, { sender, stop, media })
    media.then(
      () => patch(id, { step: 'ready', sent: 1 }),
      (cause) => stop.signal.aborted || fail(id, cause),
    )
    return media
  }

  function fail(id: string, cause: unknown) {
    patch(id, {
      step: 'failed',
      problem: sentenceOf(cause, 'Failed to process files.'),
      refused: isRefusal(cause),
    })
    onProblem(
      pages.findIndex((page) => page.id === id),
      cause,
    )
  }

  function drop({ id, preview }: DraftPage) {
    uploads.get(id)?.stop.abort()
    uploads.delete(id)
    URL.revokeObjectURL(preview)
  }

  return {
    read: () => pages,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    add(files: readonly File[]) {
      const added = files.map(newPage)
      change([...pages, ...added])
      for (const page of added) start(page)
    },
    remove(id: string) {
      for (const page of pages) if (page.id === id) drop(page)
      change(pages.filter((page) => page.id !== id))
    },
    clear() {
      for (const page of pages) drop(page)
      change([])
    },
    move: (from: number, to: number) => change(movePage(pages, from, to)),
    describe: (id: string, altText: string) => patch(id, { altText }),
    retry(id: string) {
      const page = pages.find((candidate) => candidate.id === id)
      if (page) start(page)
    },
    retryFailed() {
      for (const page of pages) if (canStartAgain(page)) start(page)
    },
    /** Ends what is still being sent; what is ready stays ready. */
    stop() {
      for (const { id, step } of pages) {
        if (step === 'ready' || step === 'failed') continue
        uploads.get(id)?.stop.abort()
        patch(id, { step: 'stopped' })
      }
    },
    /** The media of every page in order, once all are ready; starts again what failed on its way or was stopped. */
    whenReady: () =>
      Promise.all(
        pages.map(async (page, place) => {
          const upload = canStartAgain(page) ? undefined : uploads.get(page.id)
          try {
            return await (upload?.media ?? start(page))
          } catch (cause) {
            throw new PageProblem(place, cause)
          }
        }),
      ),
  }
}

const isRefusal = (cause: unknown) =>
  cause instanceof ApiError && (cause.code === 'media_refused' || cause.code === 'too_large')

const canStartAgain = ({ step, refused }: DraftPage) => step === 'stopped' || (step === 'failed' && !refused)

const newPage = (file: File): DraftPage => ({
  id: crypto.getRandomValues(new Uint32Array(2)).join('-'),
  file,
  kind: kindOfFile(file) ?? 'image',
  preview: URL.createObjectURL(file),
  altText: '',
  step: 'waiting',
  sent: 0,
  problem: null,
  refused: false,
})
