import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { UploadedMedia } from '#contract/media.ts'
import type { MadePage } from '#web/typeset/editor/use-making.ts'
import { areDifferent, type Orders, ordersOf } from '#web/upload/file-order.ts'
import type { ChosenPage } from '#web/upload/pages/chosen-pages.ts'
import { useChosenPages } from '#web/upload/use-share.ts'
import {
  insertPage,
  keyedPages,
  type Layout,
  type LayoutChange,
  rearrangePages,
  replacePictures,
  toLayoutPage,
  urlOf,
} from './layout.ts'
import { usePagePlaces } from './page-places.ts'

export type Sending = ReturnType<typeof useSending>

/** Adds pictures before the pages of `next` or at the end, chosen files by name, or replaces the picture of a page. */
export function useSending(onChange: (change: LayoutChange) => void) {
  const { draft: chosenPages, pages } = useChosenPages(ignoreProblem)
  const places = usePagePlaces()
  /** The files of pictures added since the table was opened, by address. */
  const files = useRef(new Map<string, File>())
  const sorting = useSortedGroups(onChange)
  const { isMaking, setMaking, madeOf, rememberMade } = useMadePages()
  /** The page that an upload will replace, by the upload's id. */
  const [replacedPages, setReplacedPages] = useState<ReadonlyMap<string, string>>(new Map())
  function insert(layout: Layout, { id, media, altText, file }: UploadedPage) {
    const replacedPage = replacedPages.get(id)
    const finish = madeOf(file)?.finish
    if (!layout.pages.map(urlOf).includes(media.url)) places.arrive(replacedPage ?? id, media.url)
    if (replacedPage) return replacePictures([{ id: replacedPage, media, finish, appendIfPageIsGone: true }])(layout)
    const page = toLayoutPage(media, altText)
    const keys = keyedPages(layout.pages).map((existing) => places.keyOf(existing.id))
    return insertPage(places.indexFor(id, keys), finish?.(page) ?? page)(layout)
  }
  const insertUploaded = useEffectEvent((finished: UploadedPage[]) => {
    const uploaded = onlyCompleteBatches(finished, pages, ({ file }) => madeOf(file)?.step)
    if (uploaded.length > 0) onChange((layout) => uploaded.reduce(insert, layout))
    for (const { id, media, file } of uploaded) {
      files.current.set(media.url, file)
      chosenPages.remove(id)
    }
    sorting.finish(uploaded, pages)
  })
  useEffect(() => insertUploaded(getUploadedPages(pages)), [pages])
  /** Returns the key of the first page. */
  function add(files: readonly File[], next: readonly string[] = []) {
    const previousCount = chosenPages.read().length
    chosenPages.add(files)
    const added = chosenPages.read().slice(previousCount)
    places.place(
      added.map(({ id }) => id),
      next.map(places.keyOf),
    )
    return added[0]?.id
  }
  function replace(pageId: string, file: File) {
    for (const { id } of pages) if (replacedPages.get(id) === pageId) chosenPages.remove(id)
    chosenPages.add([file])
    const upload = chosenPages.read().at(-1)
    if (upload) setReplacedPages(new Map([...replacedPages, [upload.id, pageId]]))
  }
  /** Replaces a page that is still being uploaded, or whose upload failed, by a new version of it. */
  function replaceUpload(id: string, made: MadePage) {
    const replacedPage = replacedPages.get(id)
    rememberMade([made])
    if (replacedPage) return replace(replacedPage, made.file)
    chosenPages.remove(id)
    chosenPages.add([made.file])
    const upload = chosenPages.read().at(-1)
    if (upload) places.replace(id, upload.id)
  }
  return {
    addChosen: (files: readonly File[], next?: readonly string[]) => add(sorting.start(files), next),
    addMade: (made: readonly MadePage[], next?: readonly string[]) => add(rememberMade(made), next),
    replaceMade: (pageId: string, made: MadePage) => {
      rememberMade([made])
      replace(pageId, made.file)
    },
    replaceUpload,
    recipeOf: (file: File) => madeOf(file)?.recipe,
    isMaking,
    setMaking,
    pages,
    replacedPages,
    sortedUrls: sorting.urls,
    places,
    add,
    replace,
    retry: chosenPages.retry,
    remove: chosenPages.remove,
    fileOf: (url: string) => files.current.get(url),
  }
}

/**
 * Files that were chosen together and sorted by name. When all are on the table, one undo restores the order in which
 * they were chosen, and `urls` has both orders of their pictures.
 */
function useSortedGroups(onChange: (change: LayoutChange) => void) {
  const [urls, setUrls] = useState<Orders<string>>()
  const groups = useRef(new Map<Orders<File>, Map<File, string>>())
  return {
    urls,
    start(files: readonly File[]) {
      const orders = ordersOf(files)
      if (areDifferent(orders)) groups.current.set(orders, new Map())
      return orders.byName
    },
    finish(uploaded: UploadedPage[], pages: readonly ChosenPage[]) {
      for (const [orders, urlsOfFiles] of groups.current) {
        for (const { file, media } of uploaded) if (orders.byName.includes(file)) urlsOfFiles.set(file, media.url)
        if (pages.some((page) => orders.byName.includes(page.file) && isUnfinished(page))) continue
        groups.current.delete(orders)
        const urlsIn = (files: readonly File[]) => files.flatMap((file) => urlsOfFiles.get(file) ?? [])
        const finished = { chosen: urlsIn(orders.chosen), byName: urlsIn(orders.byName) }
        onChange(rearrangePages({ from: finished.byName, to: finished.chosen }))
        onChange(rearrangePages({ from: finished.chosen, to: finished.byName }))
        setUrls(finished)
      }
    },
  }
}

/** Pages made since the table was opened, by file. `isMaking`: a page in the maker has unsaved changes. */
function useMadePages() {
  const [isMaking, setMaking] = useState(false)
  const pages = useRef(new Map<File, MadePage>())
  return {
    isMaking,
    setMaking,
    madeOf: (file: File) => pages.current.get(file),
    rememberMade(made: readonly MadePage[]) {
      for (const page of made) pages.current.set(page.file, page)
      return made.map(({ file }) => file)
    },
  }
}

const ignoreProblem = () => undefined

type UploadedPage = ChosenPage & { media: UploadedMedia }

/** Without pages of which another with the same step is still being sent. */
function onlyCompleteBatches(
  finished: UploadedPage[],
  all: readonly ChosenPage[],
  stepOf: (page: ChosenPage) => unknown,
) {
  const unfinished = new Set(all.filter(isUnfinished).map(stepOf))
  return finished.filter((page) => stepOf(page) === undefined || !unfinished.has(stepOf(page)))
}

const isUnfinished = ({ step }: ChosenPage) => step !== 'ready' && step !== 'failed' && step !== 'stopped'

/** Finished uploads before the first that is still running. Failed ones do not block. */
export function getUploadedPages(pages: readonly ChosenPage[]): UploadedPage[] {
  const firstUnfinished = pages.findIndex(isUnfinished)
  const finishedPages = firstUnfinished < 0 ? pages : pages.slice(0, firstUnfinished)
  return finishedPages.filter((page): page is UploadedPage => page.media !== null)
}
