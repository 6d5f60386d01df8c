import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RemovedShelfItem } from '#contract/shelf-items.ts'
import type { ListedShelf } from '#contract/shelves.ts'
import { promptSignInIfExpired } from '#web/accounts/viewer-changes.ts'
import { getUserMessage } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { putOnShelf, refreshShelves, shelvesQuery, takeOffShelf } from './shelf-calls.ts'

export type OfferedShelf = Pick<ListedShelf, 'id' | 'title' | 'visibility' | 'isToRead' | 'holdsZine'>

type ByShelf<Value> = ReadonlyMap<string, Value>
const withoutEntry = <Value>(map: ByShelf<Value>, id: string): ByShelf<Value> =>
  new Map([...map].filter(([other]) => other !== id))
const withEntry = <Value>(map: ByShelf<Value>, id: string, value: Value): ByShelf<Value> => new Map(map).set(id, value)

type Change = { shelf: OfferedShelf; restored: RemovedShelfItem | undefined }

/** Adds and removes optimistically, one change per shelf at a time. Undo restores the notes. */
export function useShelfMembership(viewerId: string, zineId: string) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string>()
  // Independent of the query: refreshed lists may still be outdated, and the box would jump back.
  const [pending, setPending] = useState<ByShelf<boolean>>(new Map())
  const [removals, setRemovals] = useState<ByShelf<RemovedShelfItem>>(new Map())
  const [announcement, announce] = useState('')
  const { queryKey } = shelvesQuery(viewerId, zineId)
  const setHoldsZine = (id: string, holdsZine: boolean) =>
    queries.setQueryData(
      queryKey,
      (before) =>
        before && {
          shelves: before.shelves.map((shelf) => (shelf.id === id ? { ...shelf, holdsZine } : shelf)),
        },
    )
  const { write } = useWrite({
    lockKey: ({ shelf }) => shelf.id,
    mutationFn: async ({ shelf: { id, holdsZine }, restored }: Change) => {
      const params = { id, zineId }
      if (holdsZine) return (await takeOffShelf({ params })).taken
      await putOnShelf({ params, ...(restored && { body: restored }) })
      return undefined
    },
    onSuccess: async (removed, { shelf: { id, title, holdsZine }, restored }) => {
      setRemovals((before) => (removed ? withEntry(before, id, removed) : withoutEntry(before, id)))
      announce(removed ? t`Removed from ${title}.` : restored ? t`Back on ${title}.` : '')
      await queries.cancelQueries({ queryKey })
      setHoldsZine(id, !holdsZine)
      return refreshShelves(queries, viewerId)
    },
    onError: (error) => {
      setProblem(getUserMessage(error, t`This could not be saved. Please try again.`))
      promptSignInIfExpired(error)
    },
    onSettled: (_response, _error, { shelf }) => setPending((before) => withoutEntry(before, shelf.id)),
  })
  const toggle = (shelf: OfferedShelf) => {
    if (pending.has(shelf.id)) return
    setProblem(undefined)
    setPending((before) => withEntry(before, shelf.id, !shelf.holdsZine))
    void write({ shelf, restored: removals.get(shelf.id) })
  }
  return { problem, announcement, pending, removals, toggle }
}
