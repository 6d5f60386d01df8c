import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Taken } from '#contract/shelf-items.ts'
import type { Shelf, ShelfItem } from '#contract/shelves.ts'
import { askInAgain } from '#web/accounts/viewer-changes.ts'
import { sentenceOf } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { refreshPaths } from '#web/api/writes.ts'
import { putOnShelf, refreshShelves, shelvesQuery } from '#web/shelves/shelf-calls.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import type { placeOf } from './arranged.ts'
import { moveShelfItem, removeShelfItem } from './item-calls.ts'
import type { ShelfQuery } from './shelf-reads.ts'

type Place = ReturnType<typeof placeOf> | { after: null }
type Move = { itemId: string; place: Place; readAgain?: boolean }
type Return = { zineId: string; taken: Taken }

/**
 * What is sent of an arrangement that is on the screen already, one after the other. What fails stands again as it was, and
 * is read again. `hold` comes before the screen is changed.
 */
export function useItemWrites({ id, ownerId }: Shelf, query: ShelfQuery) {
  const queries = useQueryClient()
  const scope = { id: `shelf ${id}` }
  const mutationKey = ['arrange', id]
  const held = useRef(queries.getQueryData(query.queryKey))
  const hold = () => {
    void queries.cancelQueries({ queryKey: query.queryKey })
    if (queries.isMutating({ mutationKey }) === 0) held.current = queries.getQueryData(query.queryKey)
  }
  /** Elsewhere the first covers of the shelf are seen. */
  const changed = () => refreshPaths(queries, shelvesQuery(ownerId).queryKey[0])
  const failed = (sentence: string) => (error: unknown) => {
    showToast({ title: 'Error', description: sentenceOf(error, sentence), variant: 'destructive' })
    askInAgain(error)
    queries.setQueryData(query.queryKey, held.current)
    return queries.invalidateQueries({ queryKey: query.queryKey })
  }
  const moving = useWrite({
    scope,
    mutationKey,
    thing: (move: Move) => move,
    mutationFn: ({ itemId, place }: Move) =>
      moveShelfItem({ params: { id, itemId }, body: place, keepalive: true }),
    onSuccess: (_done, move) => (move.readAgain ? refreshShelves(queries, ownerId) : changed()),
    onError: failed('The new order could not be saved.'),
  })
  const returning = useWrite({
    scope,
    mutationKey,
    mutationFn: ({ zineId, taken }: Return) => putOnShelf({ params: { id, zineId }, body: taken }),
    onSuccess: () => refreshShelves(queries, ownerId),
    onError: failed('It could not be put back.'),
  })
  const undo = (back: Return) => ({
    label: 'Undo',
    elsewhere: 'Put it back by the menu of the zine',
    act: () => void returning.write(back),
  })
  const removing = useWrite({
    scope,
    mutationKey,
    thing: (item: ShelfItem) => item.id,
    mutationFn: (item: ShelfItem) => removeShelfItem({ params: { id, itemId: item.id } }),
    onSuccess: ({ taken }, { zine }) => {
      // What was withdrawn cannot be put back.
      const back = taken && zine && { action: undo({ zineId: zine.id, taken }) }
      showToast({ title: 'Taken off the shelf', ...back })
      return changed()
    },
    onError: failed('It could not be taken off the shelf.'),
  })
  return {
    hold,
    sendMove: (move: Move) => void moving.write(move),
    sendRemoval: (item: ShelfItem) => void removing.write(item),
  }
}
