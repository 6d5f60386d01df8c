import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useState } from 'react'
import type { Shelf, ShelfItem } from '#contract/shelves.ts'
import { dealt, moved, placeAfterKey, placeOf } from './arranged.ts'
import type { ShelfQuery } from './shelf-reads.ts'
import { useItemWrites } from './use-item-writes.ts'

type Arranged = {
  shelf: Shelf
  query: ShelfQuery
  items: ShelfItem[]
  rows: RefObject<HTMLElement | null>
}

/** Moving and taking off what stands on a shelf: at once to the eye, and said to those who do not see it. */
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
  /** What stands below may not have been read yet: then it goes below all that has been, and is read with the rest. */
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

/** What is moved in the document loses the focus, and what is gone had it. */
function useFocusOn(rows: RefObject<HTMLElement | null>) {
  const [awaited, setAwaited] = useState<string>()
  useLayoutEffect(() => {
    if (!awaited) return
    rows.current?.querySelector<HTMLElement>(`[data-item="${awaited}"] [data-handle]`)?.focus()
    setAwaited(undefined)
  }, [awaited, rows])
  return setAwaited
}
