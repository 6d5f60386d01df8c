import { t } from '@lingui/core/macro'
import type { CaptionsInput } from '#contract/captions.ts'
import type { UploadedMedia } from '#contract/media.ts'
import { addressAtWidth } from '#contract/media-address.ts'
import { ApiError, getUserMessage } from '#web/api/call.ts'
import { newId } from '#web/browser/new-id.ts'
import { createStore } from '#web/browser/store.ts'
import { arrangeItems, moveItem } from '#web/ui/list-order.ts'
import type { PageProgress, Progress, Sender } from '../sending/send-file.ts'
import { isShownByServerOnly, kindOfFile } from '../upload-rules.ts'

/** In pixels. */
const previewWidth = 800

/** An upload failure with its page number and the server's message, if any. */
export class PageUploadError extends Error {
  readonly pageIndex: number
  constructor(pageIndex: number, cause: unknown) {
    super(t`A page could not be uploaded. Please try again.`, { cause })
    this.pageIndex = pageIndex
  }
}

export type ChosenPages = ReturnType<typeof createChosenPages>

/** The chosen pages in order. Uploads start immediately. `onProblem` reports failures. */
export function createChosenPages(
  senderFor: (file: File) => Sender,
  onProblem: (pageIndex: number, cause: unknown) => void,
) {
  const { read, subscribe, set: setPages } = createStore<readonly ChosenPage[]>([])
  const patch = (id: string, changes: Partial<ChosenPage>) =>
    setPages(read().map((page) => (page.id === id ? { ...page, ...changes } : page)))
  const uploads = createPageUploads(senderFor)

  function start({ id, file }: ChosenPage) {
    patch(id, { status: 'waiting', problem: null })
    const { media, signal } = uploads.start(id, file, (progress) => patch(id, progress))
    media.then(
      (uploaded) => {
        if (signal.aborted) return
        const preview = read().find((page) => page.id === id)?.preview ?? addressAtWidth(uploaded.url, previewWidth)
        patch(id, { status: 'ready', sent: 1, media: uploaded, preview })
      },
      (cause) => {
        if (signal.aborted) return
        patch(id, toFailure(cause))
        onProblem(
          read().findIndex((page) => page.id === id),
          cause,
        )
      },
    )
    return media
  }

  function release({ id, preview }: ChosenPage) {
    uploads.discard(id)
    if (preview) URL.revokeObjectURL(preview)
  }

  const startAll = (pages: readonly ChosenPage[]) => pages.forEach(start)

  return {
    read,
    subscribe,
    /** `ids` are those of the pages that the files become. */
    add(files: readonly File[], ids: readonly string[] = files.map(newId)) {
      const added = files.map((file, index) => newPage(file, ids[index] as string))
      setPages([...read(), ...added])
      startAll(added)
    },
    remove(id: string) {
      for (const page of read()) if (page.id === id) release(page)
      setPages(read().filter((page) => page.id !== id))
    },
    clear() {
      for (const page of read()) release(page)
      setPages([])
    },
    arrange: (order: readonly File[]) => setPages(arrangeItems(read(), order, ({ file }) => file)),
    move: (from: number, to: number) => setPages(moveItem(read(), from, to)),
    describe: (id: string, texts: Partial<PageTexts>) => patch(id, texts),
    retry: (id: string) => startAll(read().filter((page) => page.id === id)),
    retryFailed: () => startAll(read().filter(canRestart)),
    stop() {
      for (const { id, status } of read()) {
        if (status === 'ready' || status === 'failed') continue
        uploads.stop(id)
        patch(id, { status: 'stopped' })
      }
    },
    whenReady: () =>
      Promise.all(
        read().map(async (page, pageIndex) => {
          const media = canRestart(page) ? undefined : uploads.mediaOf(page.id)
          try {
            return await (media ?? start(page))
          } catch (cause) {
            throw new PageUploadError(pageIndex, cause)
          }
        }),
      ),
  }
}

export type PageTexts = { altText: string; transcript: string; captions: CaptionsInput }

export type ChosenPage = PageProgress &
  PageTexts & {
    id: string
    file: File
    /** The address of the picture. Undefined until a picture that only the server can show is uploaded. */
    preview: string | undefined
    media: UploadedMedia | null
    problem: string | null
    isRefused: boolean
  }

const newPage = (file: File, id: string): ChosenPage => ({
  id,
  file,
  kind: kindOfFile(file) ?? 'image',
  preview: isShownByServerOnly(file) ? undefined : URL.createObjectURL(file),
  altText: '',
  transcript: '',
  captions: [],
  media: null,
  status: 'waiting',
  sent: 0,
  problem: null,
  isRefused: false,
})

const toFailure = (cause: unknown): Partial<ChosenPage> => ({
  status: 'failed',
  problem: getUserMessage(cause, t`Failed to process files.`),
  isRefused: cause instanceof ApiError && (cause.code === 'media_refused' || cause.code === 'too_large'),
})

const canRestart = ({ status, isRefused }: ChosenPage) => status === 'stopped' || (status === 'failed' && !isRefused)

type Upload = { sender: Sender; abortController: AbortController; media: Promise<UploadedMedia> }

const concurrency = 2

/** Uploads two pages at a time, in the order in which they were started. */
function createPageUploads(senderFor: (file: File) => Sender) {
  const uploads = new Map<string, Upload>()
  const runLimited = limitConcurrency(concurrency)
  return {
    start(pageId: string, file: File, report: (progress: Progress) => void) {
      const sender = uploads.get(pageId)?.sender ?? senderFor(file)
      const stop = new AbortController()
      const media = runLimited(async () => {
        stop.signal.throwIfAborted()
        // A page can be sent again under the same id.
        return sender.send(stop.signal, (progress) => stop.signal.aborted || report(progress))
      })
      uploads.set(pageId, { sender, abortController: stop, media })
      return { media, signal: stop.signal }
    },
    mediaOf: (pageId: string) => uploads.get(pageId)?.media,
    stop: (pageId: string) => uploads.get(pageId)?.abortController.abort(),
    discard(pageId: string) {
      uploads.get(pageId)?.abortController.abort()
      uploads.delete(pageId)
    },
  }
}

function limitConcurrency(limit: number) {
  let running = 0
  const queue: (() => void)[] = []
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (running >= limit) await new Promise<void>((resolve) => queue.push(resolve))
    else running += 1
    try {
      return await task()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
