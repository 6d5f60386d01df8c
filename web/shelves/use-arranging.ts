import { t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { RemovedShelfItem } from '#contract/shelf-items.ts'
import type { Shelf, ShelfItem } from '#contract/shelves.ts'
import { promptSignInIfExpired } from '#web/accounts/viewer-changes.ts'
import { getUserMessage } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { refreshPaths } from '#web/api/writes.ts'
import { indexAfterKey, keyFromLeft, moveItem } from '#web/ui/list-order.ts'
import { showError, showToast } from '#web/ui/toasts/toast-store.ts'
import { distribute, positionOf } from './item-order.ts'
import type { ShelfQuery } from './shelf-calls.ts'
import { moveShelfItem, putOnShelf, refreshShelves, removeShelfItem, shelvesQuery } from './shelf-calls.ts'

type ArrangeOptions = {
  shelf: Shelf
  query: ShelfQuery
  items: ShelfItem[]
  rows: RefObject<HTMLElement | null>
}

export function useArranging({ shelf, query, items, rows }: ArrangeOptions) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [announcement, announce] = useState('')
  const focusOn = useFocusOn(rows)
  const { saveSnapshot, sendMove, sendRemoval } = useItemWrites(shelf, query)
  const applyOrder = (next: ShelfItem[]) => {
    saveSnapshot()
    showItems(queries, query, next)
  }

  const move = (from: number, to: number) => {
    const item = items[from]
    if (!item || from === to || to < 0 || to >= items.length) return
    const next = moveItem(items, from, to)
    applyOrder(next)
    const title = item.zine?.title
    const number = to + 1
    announce(
      title === undefined ? t`The withdrawn zine is now number ${number}.` : t`${title} is now number ${number}.`,
    )
    sendMove({ itemId: item.id, position: positionOf(next, to) })
  }
  /** Reloads afterwards, because the item may move below pages that are not loaded yet. */
  const moveToEnd = (from: number, end: 'beginning' | 'end') => {
    const item = items[from]
    if (!item) return
    applyOrder(moveItem(items, from, end === 'end' ? items.length - 1 : 0))
    announce(endAnnouncement(item.zine?.title, end))
    sendMove({
      itemId: item.id,
      position: end === 'end' ? { before: null } : { after: null },
      mustReload: true,
    })
  }
  const moveOn = (from: number) => (from === items.length - 1 ? moveToEnd(from, 'end') : move(from, from + 1))
  const moveByKey = (event: KeyboardEvent, from: number) => {
    const to = indexAfterKey(keyFromLeft(event), from, items.length)
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    move(from, to)
    focusOn(items[from]?.id)
  }
  const takeOff = (at: number) => {
    const item = items[at]
    if (!item) return
    applyOrder(items.toSpliced(at, 1))
    focusOn((items[at + 1] ?? items[at - 1])?.id)
    sendRemoval(item)
  }
  return { announcement, move, moveOn, moveToEnd, moveByKey, takeOff }
}

function endAnnouncement(title: string | undefined, end: 'beginning' | 'end') {
  if (title === undefined)
    return end === 'beginning'
      ? t`The withdrawn zine is now at the beginning.`
      : t`The withdrawn zine is now at the end.`
  return end === 'beginning' ? t`${title} is now at the beginning.` : t`${title} is now at the end.`
}

function showItems(queries: QueryClient, query: ShelfQuery, items: ShelfItem[]) {
  queries.setQueryData(query.queryKey, (before) => before && { ...before, pages: distribute(before.pages, items) })
}

/** Restores focus, which moved and removed elements lose. */
function useFocusOn(rows: RefObject<HTMLElement | null>) {
  const [focusId, setFocusId] = useState<string>()
  useLayoutEffect(() => {
    if (!focusId) return
    rows.current?.querySelector<HTMLElement>(`[data-item="${focusId}"] [data-handle]`)?.focus()
    setFocusId(undefined)
  }, [focusId, rows])
  return setFocusId
}

type Position = ReturnType<typeof positionOf> | { after: null }
type Move = { itemId: string; position: Position; mustReload?: boolean }
type UndoRemoval = { zineId: string; taken: RemovedShelfItem }

/** Sends changes in order. Call `saveSnapshot` before showing a change, because a failure reverts to the snapshot. */
function useItemWrites({ id, ownerId }: Shelf, query: ShelfQuery) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const scope = { id: `shelf ${id}` }
  const mutationKey = ['arrange', id]
  const snapshot = useRef(queries.getQueryData(query.queryKey))
  const saveSnapshot = () => {
    void queries.cancelQueries({ queryKey: query.queryKey })
    if (queries.isMutating({ mutationKey }) === 0) snapshot.current = queries.getQueryData(query.queryKey)
  }
  /** Refreshes the owner's list of shelves, which shows each shelf's first covers. */
  const refreshCovers = () => refreshPaths(queries, shelvesQuery(ownerId).queryKey[0])
  const onFailure = (message: string) => (error: unknown) => {
    showError(getUserMessage(error, message))
    promptSignInIfExpired(error)
    queries.setQueryData(query.queryKey, snapshot.current)
    return queries.invalidateQueries({ queryKey: query.queryKey })
  }
  const moving = useWrite({
    scope,
    mutationKey,
    lockKey: (move: Move) => move,
    mutationFn: ({ itemId, position }: Move) =>
      moveShelfItem({ params: { id, itemId }, body: position, keepalive: true }),
    onSuccess: (_done, move) => (move.mustReload ? refreshShelves(queries, ownerId) : refreshCovers()),
    onError: onFailure(t`The new order could not be saved. Please try again.`),
  })
  const returning = useWrite({
    scope,
    mutationKey,
    mutationFn: ({ zineId, taken }: UndoRemoval) => putOnShelf({ params: { id, zineId }, body: taken }),
    onSuccess: () => refreshShelves(queries, ownerId),
    onError: onFailure(t`The zine could not be put back. Please try again.`),
  })
  const undo = (removal: UndoRemoval) => ({
    label: t`Undo`,
    altText: t`Use the zine’s menu to put it back`,
    run: () => void returning.write(removal),
  })
  const removing = useWrite({
    scope,
    mutationKey,
    lockKey: (item: ShelfItem) => item.id,
    mutationFn: (item: ShelfItem) => removeShelfItem({ params: { id, itemId: item.id } }),
    onSuccess: ({ taken }, { zine }) => {
      // A withdrawn zine cannot be put back.
      const undoAction = taken && zine && { action: undo({ zineId: zine.id, taken }) }
      showToast({ title: t`Removed from the shelf`, ...undoAction })
      return refreshCovers()
    },
    onError: onFailure(t`The zine could not be removed from the shelf. Please try again.`),
  })
  return {
    saveSnapshot,
    sendMove: (move: Move) => void moving.write(move),
    sendRemoval: (item: ShelfItem) => void removing.write(item),
  }
}
