import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Taken } from '#contract/shelf-items.ts'
import type { ListedShelf } from '#contract/shelves.ts'
import { askInAgain } from '#web/accounts/viewer-changes.ts'
import { sentenceOf } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { putOnShelf, refreshShelves, shelvesQuery, takeOffShelf } from './shelf-calls.ts'

export type OfferedShelf = Pick<ListedShelf, 'id' | 'title' | 'visibility' | 'isToRead' | 'holdsZine'>

type ByShelf<What> = ReadonlyMap<string, What>
const without = <What>(each: ByShelf<What>, id: string): ByShelf<What> =>
  new Map([...each].filter(([other]) => other !== id))
const withOne = <What>(each: ByShelf<What>, id: string, what: What): ByShelf<What> =>
  new Map(each).set(id, what)

type Change = { shelf: OfferedShelf; back: Taken | undefined }

/** Adds and removes optimistically, one change per shelf at a time. Undo restores the notes. */
export function usePutting(viewerId: string, zineId: string) {
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string>()
  // Independent of the query: refreshed lists may still be outdated, and the box would jump back.
  const [wished, setWished] = useState<ByShelf<boolean>>(new Map())
  const [taken, setTaken] = useState<ByShelf<Taken>>(new Map())
  const [said, say] = useState('')
  const { queryKey } = shelvesQuery(viewerId, zineId)
  const keep = (id: string, holdsZine: boolean) =>
    queries.setQueryData(
      queryKey,
      (before) =>
        before && { shelves: before.shelves.map((each) => (each.id === id ? { ...each, holdsZine } : each)) },
    )
  const { write } = useWrite({
    thing: ({ shelf }) => shelf.id,
    mutationFn: async ({ shelf: { id, holdsZine }, back }: Change) => {
      const params = { id, zineId }
      if (holdsZine) return (await takeOffShelf({ params })).taken
      await putOnShelf({ params, ...(back && { body: back }) })
      return undefined
    },
    onSuccess: async (gone, { shelf: { id, title, holdsZine }, back }) => {
      setTaken((before) => (gone ? withOne(before, id, gone) : without(before, id)))
      say(gone ? `Removed from ${title}.` : back ? `Back on ${title}.` : '')
      await queries.cancelQueries({ queryKey })
      keep(id, !holdsZine)
      return refreshShelves(queries, viewerId)
    },
    onError: (error) => {
      setProblem(sentenceOf(error, 'This could not be saved. Please try again.'))
      askInAgain(error)
    },
    onSettled: (_answer, _error, { shelf }) => setWished((before) => without(before, shelf.id)),
  })
  const toggle = (shelf: OfferedShelf) => {
    if (wished.has(shelf.id)) return
    setProblem(undefined)
    setWished((before) => withOne(before, shelf.id, !shelf.holdsZine))
    void write({ shelf, back: taken.get(shelf.id) })
  }
  return { problem, said, wished, taken, toggle }
}
