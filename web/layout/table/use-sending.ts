import { useEffect, useEffectEvent, useRef } from 'react'
import type { UploadedMedia } from '#contract/media.ts'
import type { ChosenPage } from '#web/upload/pages/chosen-pages.ts'
import { useChosenPages } from '#web/upload/use-share.ts'
import { insertPages, type LayoutChange, toLayoutPage } from './layout.ts'

export type Sending = ReturnType<typeof useSending>

/** Adds pictures in the chosen order, at the end or from `pageIndex`. */
export function useSending(onChange: (change: LayoutChange) => void) {
  const { draft: chosenPages, pages } = useChosenPages(ignoreProblem)
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
    for (const { id } of uploaded) chosenPages.remove(id)
  })
  useEffect(() => {
    const uploaded = getUploadedPages(pages)
    if (uploaded.length > 0) insertUploaded(uploaded)
  }, [pages])
  function add(files: readonly File[], pageIndex?: number) {
    const previousCount = chosenPages.read().length
    chosenPages.add(files)
    if (pageIndex === undefined) return
    for (const [offset, { id }] of chosenPages.read().slice(previousCount).entries())
      insertIndexes.current.set(id, pageIndex + offset)
  }
  return { pages, add, retry: chosenPages.retry, remove: chosenPages.remove, describe: chosenPages.describe }
}

const ignoreProblem = () => undefined

type UploadedPage = ChosenPage & { media: UploadedMedia }

/** Finished uploads before the first that is still running. Failed ones do not block. */
export function getUploadedPages(pages: readonly ChosenPage[]): UploadedPage[] {
  const firstUnfinished = pages.findIndex(({ step }) => step !== 'ready' && step !== 'failed' && step !== 'stopped')
  const finishedPages = firstUnfinished < 0 ? pages : pages.slice(0, firstUnfinished)
  return finishedPages.filter((page): page is UploadedPage => page.media !== null)
}
