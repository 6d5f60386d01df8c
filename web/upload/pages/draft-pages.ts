import type { UploadedMedia } from '#contract/media.ts'
import { ApiError, sentenceOf } from '#web/api/call.ts'
import { createPageUploads, type PageProgress, type Sender } from '../sending/page-uploads.ts'
import { kindOfFile } from '../upload-rules.ts'

/** A page that could not be sent, with its number and the server's sentence if it gave one. */
export class PageProblem extends Error {
  readonly place: number
  constructor(place: number, cause: unknown) {
    super('A page could not be sent.', { cause })
    this.place = place
  }
}

export type DraftPages = ReturnType<typeof createDraftPages>

/**
 * The chosen pages in their order. Each is sent as soon as it is chosen, so that sharing is quick. `onProblem` hears
 * of a page that failed.
 */
export function createDraftPages(
  senderFor: (file: File) => Sender,
  onProblem: (place: number, cause: unknown) => void,
) {
  const { read, subscribe, change, patch } = createPageList()
  const uploads = createPageUploads(senderFor)

  function start({ id, file }: DraftPage) {
    patch(id, { step: 'waiting', problem: null })
    const { media, signal } = uploads.start(id, file, (progress) => patch(id, progress))
    media.then(
      (made) => patch(id, { step: 'ready', sent: 1, media: made }),
      (cause) => {
        if (signal.aborted) return
        patch(id, failed(cause))
        onProblem(
          read().findIndex((page) => page.id === id),
          cause,
        )
      },
    )
    return media
  }

  function drop({ id, preview }: DraftPage) {
    uploads.forget(id)
    URL.revokeObjectURL(preview)
  }

  const startAll = (pages: readonly DraftPage[]) => pages.forEach(start)

  return {
    read,
    subscribe,
    add(files: readonly File[]) {
      const added = files.map(newPage)
      change([...read(), ...added])
      startAll(added)
    },
    remove(id: string) {
      for (const page of read()) if (page.id === id) drop(page)
      change(read().filter((page) => page.id !== id))
    },
    clear() {
      for (const page of read()) drop(page)
      change([])
    },
    move: (from: number, to: number) => change(movePage(read(), from, to)),
    describe: (id: string, altText: string) => patch(id, { altText }),
    transcribe: (id: string, transcript: string) => patch(id, { transcript }),
    retry: (id: string) => startAll(read().filter((page) => page.id === id)),
    retryFailed: () => startAll(read().filter(canStartAgain)),
    /** Ends what is still being sent; what is ready stays ready. */
    stop() {
      for (const { id, step } of read()) {
        if (step === 'ready' || step === 'failed') continue
        uploads.stop(id)
        patch(id, { step: 'stopped' })
      }
    },
    /** The media of every page in order, once all are ready; starts again what failed on its way or was stopped. */
    whenReady: () =>
      Promise.all(
        read().map(async (page, place) => {
          const media = canStartAgain(page) ? undefined : uploads.mediaOf(page.id)
          try {
            return await (media ?? start(page))
          } catch (cause) {
            throw new PageProblem(place, cause)
          }
        }),
      ),
  }
}

function createPageList() {
  let pages: readonly DraftPage[] = []
  const listeners = new Set<() => void>()
  function change(next: readonly DraftPage[]) {
    pages = next
    for (const listener of listeners) listener()
  }
  return {
    read: () => pages,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    change,
    patch: (id: string, part: Partial<DraftPage>) =>
      change(pages.map((page) => (page.id === id ? { ...page, ...part } : page))),
  }
}

export type DraftPage = PageProgress & {
  id: string
  file: File
  /** An address of the chosen file within this browser. */
  preview: string
  altText: string
  /** The words that stand on it. */
  transcript: string
  /** What the server has made of the file, once it has. */
  media: UploadedMedia | null
  problem: string | null
  /** The server will not have this file, however often it is sent. */
  refused: boolean
}

const newPage = (file: File): DraftPage => ({
  id: crypto.getRandomValues(new Uint32Array(2)).join('-'),
  file,
  kind: kindOfFile(file) ?? 'image',
  preview: URL.createObjectURL(file),
  altText: '',
  transcript: '',
  media: null,
  step: 'waiting',
  sent: 0,
  problem: null,
  refused: false,
})

/** What becomes of a page that could not be sent. */
const failed = (cause: unknown): Partial<DraftPage> => ({
  step: 'failed',
  problem: sentenceOf(cause, 'Failed to process files.'),
  refused: cause instanceof ApiError && (cause.code === 'media_refused' || cause.code === 'too_large'),
})

const canStartAgain = ({ step, refused }: DraftPage) => step === 'stopped' || (step === 'failed' && !refused)

/** The pages with one of them taken out and put back at another place; places beyond the ends are the ends. */
export function movePage<Page>(pages: readonly Page[], from: number, to: number): Page[] {
  const page = pages[from]
  if (page === undefined) return [...pages]
  const others = pages.toSpliced(from, 1)
  return others.toSpliced(Math.max(0, Math.min(to, others.length)), 0, page)
}

/** The place one step on, around the ends. */
export const wrapped = (place: number, count: number) => (count === 0 ? 0 : (place + count) % count)
