import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Taken } from '#contract/shelf-items.ts'
import type { Shelf, ShelfItem } from '#contract/shelves.ts'
import { askInAgain } from '#web/accounts/viewer-changes.ts'
import { sentenceOf } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { refreshPaths } from '#web/api/writes.ts'
import type { ShelfQuery } from '#web/shelves/shelf-calls.ts'
import {
  moveShelfItem,
  putOnShelf,
  refreshShelves,
  removeShelfItem,
  shelvesQuery,
} from '#web/shelves/shelf-calls.ts'
import { moved, placeAfterKey } from '#web/ui/list-order.ts'
import { showError, showToast } from '#web/ui/toasts/toast-store.ts'
import { dealt, placeOf } from './arranged.ts'

type Arranged = {
  shelf: Shelf
  query: ShelfQuery
  items: ShelfItem[]
  rows: RefObject<HTMLElement | null>
}

export function useArranging({ shelf, query, items, rows }: Arranged) {
  const queries = useQueryClient()
  const [said, say] = useState('')
  const focusOn = useFocusOn(rows)
  const { hold, sendMove, sendRemoval } = useItemWrites(shelf, query)
  const show = (next: ShelfItem[]) => {
    hold()
    showItems(queries, query, next)
  }

  const move = (from: number, to: number) => {
    const item = items[from]
    if (!item || from === to || to < 0 || to >= items.length) return
    const next = moved(items, from, to)
    show(next)
    say(`${titleOf(item)} is now number ${to + 1}.`)
    sendMove({ itemId: item.id, place: placeOf(next, to) })
  }
  /** Reloads afterwards, because the item may move below pages that are not loaded yet. */
  const moveToEnd = (from: number, end: 'beginning' | 'end') => {
    const item = items[from]
    if (!item) return
    show(moved(items, from, end === 'end' ? items.length - 1 : 0))
    say(`${titleOf(item)} is now at the ${end}.`)
    sendMove({ itemId: item.id, place: end === 'end' ? { before: null } : { after: null }, readAgain: true })
  }
  const moveDown = (from: number) =>
    from === items.length - 1 ? moveToEnd(from, 'end') : move(from, from + 1)
  const moveByKey = (event: KeyboardEvent, from: number) => {
    const to = placeAfterKey(event.key, from, items.length)
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    move(from, to)
    focusOn(items[from]?.id)
  }
  const takeOff = (at: number) => {
    const item = items[at]
    if (!item) return
    show(items.toSpliced(at, 1))
    focusOn((items[at + 1] ?? items[at - 1])?.id)
    sendRemoval(item)
  }
  return { said, move, moveDown, moveToEnd, moveByKey, takeOff }
}

const titleOf = ({ zine }: ShelfItem) => zine?.title ?? 'The withdrawn zine'

function showItems(queries: QueryClient, query: ShelfQuery, items: ShelfItem[]) {
  queries.setQueryData(query.queryKey, (before) => before && { ...before, pages: dealt(before.pages, items) })
}

/** Restores focus, which moved and removed elements lose. */
function useFocusOn(rows: RefObject<HTMLElement | null>) {
  const [awaited, setAwaited] = useState<string>()
  useLayoutEffect(() => {
    if (!awaited) return
    rows.current?.querySelector<HTMLElement>(`[data-item="${awaited}"] [data-handle]`)?.focus()
    setAwaited(undefined)
  }, [awaited, rows])
  return setAwaited
}

type Place = ReturnType<typeof placeOf> | { after: null }
type Move = { itemId: string; place: Place; readAgain?: boolean }
type Return = { zineId: string; taken: Taken }

/** Sends changes in order. Call `hold` before showing a change, because a failure reverts to the held items. */
function useItemWrites({ id, ownerId }: Shelf, query: ShelfQuery) {
  const queries = useQueryClient()
  const scope = { id: `shelf ${id}` }
  const mutationKey = ['arrange', id]
  const held = useRef(queries.getQueryData(query.queryKey))
  const hold = () => {
    void queries.cancelQueries({ queryKey: query.queryKey })
    if (queries.isMutating({ mutationKey }) === 0) held.current = queries.getQueryData(query.queryKey)
  }
  /** Refreshes the owner's list of shelves, which shows each shelf's first covers. */
  const changed = () => refreshPaths(queries, shelvesQuery(ownerId).queryKey[0])
  const failed = (sentence: string) => (error: unknown) => {
    showError(sentenceOf(error, sentence))
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
    elsewhere: 'Use the zine’s menu to put it back',
    act: () => void returning.write(back),
  })
  const removing = useWrite({
    scope,
    mutationKey,
    thing: (item: ShelfItem) => item.id,
    mutationFn: (item: ShelfItem) => removeShelfItem({ params: { id, itemId: item.id } }),
    onSuccess: ({ taken }, { zine }) => {
      // A withdrawn zine cannot be put back.
      const back = taken && zine && { action: undo({ zineId: zine.id, taken }) }
      showToast({ title: 'Removed from the shelf', ...back })
      return changed()
    },
    onError: failed('It could not be removed from the shelf.'),
  })
  return {
    hold,
    sendMove: (move: Move) => void moving.write(move),
    sendRemoval: (item: ShelfItem) => void removing.write(item),
  }
}
