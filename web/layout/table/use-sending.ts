import { useEffect, useEffectEvent, useRef } from 'react'
import type { UploadedMedia } from '#contract/media.ts'
import type { DraftPage } from '#web/upload/pages/draft-pages.ts'
import { useDraftPages } from '#web/upload/use-draft.ts'
import { insertPages, type LayoutChange, toLayoutPage } from './layout.ts'

export type Sending = ReturnType<typeof useSending>

/** Adds pictures in the chosen order, at the end or from `pageIndex`. */
export function useSending(onChange: (change: LayoutChange) => void) {
  const { draft, pages } = useDraftPages(ignoreProblem)
  const insertIndexes = useRef(new Map<string, number>())
  const insertUploaded = useEffectEvent((uploaded: UploadedPage[]) => {
    onChange(
      insertPages(
        uploaded.map(({ id, media, altText }) => ({
          page: toLayoutPage(media, altText),
          pageIndex: insertIndexes.current.get(id),
        })),
      ),
    )
    for (const { id } of uploaded) draft.remove(id)
  })
  useEffect(() => {
    const uploaded = getUploadedPages(pages)
    if (uploaded.length > 0) insertUploaded(uploaded)
  }, [pages])
  function add(files: readonly File[], pageIndex?: number) {
    const previousCount = draft.read().length
    draft.add(files)
    if (pageIndex === undefined) return
    for (const [offset, { id }] of draft.read().slice(previousCount).entries())
      insertIndexes.current.set(id, pageIndex + offset)
  }
  return { pages, add, retry: draft.retry, remove: draft.remove, describe: draft.describe }
}

const ignoreProblem = () => undefined

type UploadedPage = DraftPage & { media: UploadedMedia }

/** Finished uploads before the first that is still running. Failed ones do not block. */
export function getUploadedPages(pages: readonly DraftPage[]): UploadedPage[] {
  const firstUnfinished = pages.findIndex(({ step }) => step !== 'ready' && step !== 'failed' && step !== 'stopped')
  const finishedPages = firstUnfinished < 0 ? pages : pages.slice(0, firstUnfinished)
  return finishedPages.filter((page): page is UploadedPage => page.media !== null)
}
