import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { UploadedMedia } from '#contract/media.ts'
import { newId } from '#web/browser/new-id.ts'
import type { MadePage } from '#web/typeset/editor/use-making.ts'
import { areDifferent, type Orders, ordersOf } from '#web/upload/file-order.ts'
import type { ChosenPage } from '#web/upload/pages/chosen-pages.ts'
import { useChosenPages } from '#web/upload/pages/use-chosen-pages.ts'
import {
  type ContentChange,
  idOf,
  insertPage,
  rearrangePages,
  replacePictures,
  toContentPage,
  type ZineContent,
} from './content.ts'

export type Sending = ReturnType<typeof useSending>

/**
 * Adds pictures before the pages of `next` or at the end, chosen files by name, or replaces the picture of a page. An upload
 * has the id of the page that it becomes or changes.
 */
export function useSending(onChange: (change: ContentChange) => void) {
  const { chosen: chosenPages, pages } = useChosenPages(ignoreProblem)
  const places = usePagePlaces()
  /** The files of pictures added since the table was opened, by address. */
  const files = useRef(new Map<string, File>())
  /** The pages made here since then, by page id. */
  const made = useRef(new Map<string, MadePage>())
  const sorting = useSortedGroups(onChange)
  /** Whether a page in the maker has unsaved changes. */
  const [isMaking, setMaking] = useState(false)
  function putOnTable(content: ZineContent, { id, media, altText }: UploadedPage) {
    const finish = made.current.get(id)?.finish
    if (content.pages.some((page) => page.id === id)) return replacePictures([{ id, media, finish }])(content)
    const page = toContentPage(id, media, altText)
    return insertPage(places.indexFor(id, content.pages.map(idOf)), finish?.(page) ?? page)(content)
  }
  const putUploadedOnTable = useEffectEvent((finished: UploadedPage[]) => {
    const uploaded = onlyCompleteBatches(finished, pages, ({ id }) => made.current.get(id)?.batch)
    if (uploaded.length > 0) onChange((content) => uploaded.reduce(putOnTable, content))
    for (const { id, media, file } of uploaded) {
      files.current.set(media.url, file)
      chosenPages.remove(id)
    }
    sorting.finish(pages)
  })
  useEffect(() => putUploadedOnTable(getUploadedPages(pages)), [pages])
  /** Returns the ids of the new pages. */
  function add(added: readonly File[], next: readonly string[] = [], ids = added.map(newId)) {
    places.place(ids, next)
    chosenPages.add(added, ids)
    return ids
  }
  /** The page is on the table, is still being uploaded, or its upload failed. */
  function replace(id: string, file: File, newVersion?: MadePage) {
    if (newVersion) made.current.set(id, newVersion)
    else made.current.delete(id)
    chosenPages.remove(id)
    chosenPages.add([file], [id])
  }
  return {
    addChosen(chosen: readonly File[], next?: readonly string[]) {
      const { byName } = ordersOf(chosen)
      const ids = add(byName, next)
      sorting.start({ byName: ids, chosen: chosen.flatMap((file) => ids[byName.indexOf(file)] ?? []) })
      return ids
    },
    addMade(added: readonly MadePage[], next?: readonly string[]) {
      const ids = added.map(newId)
      for (const [index, page] of added.entries()) made.current.set(ids[index] as string, page)
      return add(
        added.map(({ file }) => file),
        next,
        ids,
      )
    },
    replaceMade: (id: string, newVersion: MadePage) => replace(id, newVersion.file, newVersion),
    recipeOf: (id: string) => made.current.get(id)?.recipe,
    isMaking,
    setMaking,
    pages,
    sortedIds: sorting.ids,
    places,
    add,
    replace: (id: string, file: File) => replace(id, file),
    retry: chosenPages.retry,
    remove: chosenPages.remove,
    fileOf: (url = '') => files.current.get(url),
  }
}

/**
 * Pages that were chosen together and sorted by name. When all are on the table, one undo restores the order in which they
 * were chosen, and `ids` has both orders.
 */
function useSortedGroups(onChange: (change: ContentChange) => void) {
  const [ids, setIds] = useState<Orders<string>>()
  const groups = useRef(new Set<Orders<string>>())
  return {
    ids,
    start: (orders: Orders<string>) => void (areDifferent(orders) && groups.current.add(orders)),
    finish(pages: readonly ChosenPage[]) {
      for (const orders of groups.current) {
        if (pages.some((page) => orders.byName.includes(page.id) && isUnfinished(page))) continue
        groups.current.delete(orders)
        onChange(rearrangePages({ from: orders.byName, to: orders.chosen }))
        onChange(rearrangePages({ from: orders.chosen, to: orders.byName }))
        setIds(orders)
      }
    },
  }
}

const ignoreProblem = () => undefined

type UploadedPage = ChosenPage & { media: UploadedMedia }

/** Leaves out pages while another of the same batch is being sent. */
function onlyCompleteBatches(
  finished: UploadedPage[],
  all: readonly ChosenPage[],
  batchOf: (page: ChosenPage) => unknown,
) {
  const unfinished = new Set(all.filter(isUnfinished).map(batchOf))
  return finished.filter((page) => batchOf(page) === undefined || !unfinished.has(batchOf(page)))
}

const isUnfinished = ({ status }: ChosenPage) => status !== 'ready' && status !== 'failed' && status !== 'stopped'

/** Finished uploads before the first that is still running. Failed ones do not block. */
export function getUploadedPages(pages: readonly ChosenPage[]): UploadedPage[] {
  const firstUnfinished = pages.findIndex(isUnfinished)
  const finishedPages = firstUnfinished < 0 ? pages : pages.slice(0, firstUnfinished)
  return finishedPages.filter((page): page is UploadedPage => page.media !== null)
}

const usePagePlaces = () => useState(createPagePlaces)[0]

/** Where pages that are being uploaded belong: before the first of these pages that is on the table, or at the end. */
function createPagePlaces() {
  const followers = new Map<string, string[]>()
  return {
    /** Puts new pages before `next`, in this order. Earlier ones that belong there stay in front of them. */
    place(ids: readonly string[], next: readonly string[]) {
      const [nextId] = next
      for (const others of followers.values()) {
        const at = nextId === undefined ? others.length : others.indexOf(nextId)
        if (at >= 0) others.splice(at, 0, ...ids)
      }
      for (const [index, id] of ids.entries()) followers.set(id, [...ids.slice(index + 1), ...next])
    },
    /** The position in a list of ids. */
    indexFor(id: string, list: readonly string[]) {
      const next = followers.get(id)?.find((follower) => list.includes(follower))
      return next === undefined ? list.length : list.indexOf(next)
    },
  }
}
