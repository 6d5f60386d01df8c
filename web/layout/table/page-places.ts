import { useState } from 'react'

export const usePagePlaces = () => useState(createPagePlaces)[0]

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
