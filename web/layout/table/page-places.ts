import { useState } from 'react'
import { keyedPages, type LayoutPage } from './layout.ts'

export const usePagePlaces = () => useState(createPagePlaces)[0]

/**
 * Keys that pages keep while their pictures are uploaded and replaced, and where uploads belong: before the first of these
 * pages that is on the table, or at the end.
 */
function createPagePlaces() {
  const keys = new Map<string, string>()
  const followers = new Map<string, string[]>()
  const keyOf = (id: string) => keys.get(id) ?? id
  return {
    /** `id` is that of a page on the table or of an upload. */
    keyOf,
    /** Puts uploads before `next`, in this order. Earlier uploads that belong there stay in front of them. */
    place(uploadIds: readonly string[], next: readonly string[]) {
      const [nextKey] = next
      for (const others of followers.values()) {
        const at = nextKey === undefined ? others.length : others.indexOf(nextKey)
        if (at >= 0) others.splice(at, 0, ...uploadIds)
      }
      for (const [index, id] of uploadIds.entries()) followers.set(id, [...uploadIds.slice(index + 1), ...next])
    },
    /** An upload takes the place of another. */
    replace(uploadId: string, newUploadId: string) {
      const key = keyOf(uploadId)
      keys.set(newUploadId, key)
    },
    /** The picture of an upload, or of the page that it replaces, is on the table now. */
    arrive(id: string, url: string) {
      keys.set(firstIdOf(url), keyOf(id))
    },
    /** The position in a list of keys. */
    indexFor(uploadId: string, list: readonly string[]) {
      const next = followers.get(keyOf(uploadId))?.find((key) => list.includes(key))
      return next === undefined ? list.length : list.indexOf(next)
    },
  }
}

/** `keyedPages` gives this id to the first page with the picture. */
const firstIdOf = (url: string) => keyedPages([{ url } as LayoutPage])[0]?.id ?? url
