import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { UploadedMedia } from '#contract/media.ts'
import type { ChosenPage } from '#web/upload/pages/chosen-pages.ts'
import { useChosenPages } from '#web/upload/use-share.ts'
import { insertPage, type Layout, type LayoutChange, replacePicture, toLayoutPage } from './layout.ts'

export type Sending = ReturnType<typeof useSending>

/** Adds pictures in the chosen order, at the end or from `pageIndex`, or replaces the picture of a page. */
export function useSending(onChange: (change: LayoutChange) => void) {
  const { draft: chosenPages, pages } = useChosenPages(ignoreProblem)
  const positions = useRef(new Map<string, InsertPosition>())
  /** The files of pictures added since the table was opened, by address. */
  const files = useRef(new Map<string, File>())
  /** The page that an upload will replace, by the upload's id. */
  const [replacedPages, setReplacedPages] = useState<ReadonlyMap<string, string>>(new Map())
  function insert(layout: Layout, { id, media, altText }: UploadedPage) {
    const replacedPage = replacedPages.get(id)
    if (replacedPage) return replacePicture(replacedPage, media)(layout)
    return insertPage(findInsertIndex(id) ?? layout.pages.length, toLayoutPage(media, altText))(layout)
  }
  /** After those of the earlier files that have been added: one that failed may follow later. */
  function findInsertIndex(id: string) {
    const position = positions.current.get(id)
    if (!position) return undefined
    position.group.inserted.add(position.offset)
    return position.pageIndex + [...position.group.inserted].filter((offset) => offset < position.offset).length
  }
  const insertUploaded = useEffectEvent((uploaded: UploadedPage[]) => {
    onChange((layout) => uploaded.reduce(insert, layout))
    for (const { id, media, file } of uploaded) {
      files.current.set(media.url, file)
      chosenPages.remove(id)
    }
  })
  useEffect(() => {
    const uploaded = getUploadedPages(pages)
    if (uploaded.length > 0) insertUploaded(uploaded)
  }, [pages])
  function add(files: readonly File[], pageIndex?: number) {
    const previousCount = chosenPages.read().length
    chosenPages.add(files)
    if (pageIndex === undefined) return
    const group = { inserted: new Set<number>() }
    for (const [offset, { id }] of chosenPages.read().slice(previousCount).entries())
      positions.current.set(id, { pageIndex, offset, group })
  }
  function replace(pageId: string, file: File) {
    for (const { id } of pages) if (replacedPages.get(id) === pageId) chosenPages.remove(id)
    chosenPages.add([file])
    const upload = chosenPages.read().at(-1)
    if (upload) setReplacedPages(new Map([...replacedPages, [upload.id, pageId]]))
  }
  return {
    ...{ pages, replacedPages, add, replace, retry: chosenPages.retry, remove: chosenPages.remove },
    fileOf: (url: string) => files.current.get(url),
  }
}

const ignoreProblem = () => undefined

type InsertPosition = { pageIndex: number; offset: number; group: { inserted: Set<number> } }

type UploadedPage = ChosenPage & { media: UploadedMedia }

/** Finished uploads before the first that is still running. Failed ones do not block. */
export function getUploadedPages(pages: readonly ChosenPage[]): UploadedPage[] {
  const firstUnfinished = pages.findIndex(({ step }) => step !== 'ready' && step !== 'failed' && step !== 'stopped')
  const finishedPages = firstUnfinished < 0 ? pages : pages.slice(0, firstUnfinished)
  return finishedPages.filter((page): page is UploadedPage => page.media !== null)
}
