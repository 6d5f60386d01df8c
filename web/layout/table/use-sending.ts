import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { UploadedMedia } from '#contract/media.ts'
import type { ChosenPage } from '#web/upload/pages/chosen-pages.ts'
import { useChosenPages } from '#web/upload/use-share.ts'
import { insertPage, type Layout, type LayoutChange, replacePicture, toLayoutPage } from './layout.ts'

export type Sending = ReturnType<typeof useSending>

/** Adds pictures in the chosen order, at the end or from `pageIndex`, or replaces the picture of a page. */
export function useSending(onChange: (change: LayoutChange) => void) {
  const { draft: chosenPages, pages } = useChosenPages(ignoreProblem)
  const insertIndexes = useRef(new Map<string, number>())
  /** The page that an upload will replace, by the upload's id. */
  const [replacedPages, setReplacedPages] = useState<ReadonlyMap<string, string>>(new Map())
  function insert(layout: Layout, { id, media, altText }: UploadedPage) {
    const replacedPage = replacedPages.get(id)
    if (replacedPage) return replacePicture(replacedPage, media)(layout)
    return insertPage(insertIndexes.current.get(id) ?? layout.pages.length, toLayoutPage(media, altText))(layout)
  }
  const insertUploaded = useEffectEvent((uploaded: UploadedPage[]) => {
    onChange((layout) => uploaded.reduce(insert, layout))
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
  function replace(pageId: string, file: File) {
    for (const { id } of pages) if (replacedPages.get(id) === pageId) chosenPages.remove(id)
    chosenPages.add([file])
    const upload = chosenPages.read().at(-1)
    if (upload) setReplacedPages(new Map([...replacedPages, [upload.id, pageId]]))
  }
  return { pages, replacedPages, add, replace, retry: chosenPages.retry, remove: chosenPages.remove }
}

const ignoreProblem = () => undefined

type UploadedPage = ChosenPage & { media: UploadedMedia }

/** Finished uploads before the first that is still running. Failed ones do not block. */
export function getUploadedPages(pages: readonly ChosenPage[]): UploadedPage[] {
  const firstUnfinished = pages.findIndex(({ step }) => step !== 'ready' && step !== 'failed' && step !== 'stopped')
  const finishedPages = firstUnfinished < 0 ? pages : pages.slice(0, firstUnfinished)
  return finishedPages.filter((page): page is UploadedPage => page.media !== null)
}
