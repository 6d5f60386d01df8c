import type { QueryClient } from '@tanstack/react-query'
import type * as items from '#contract/shelf-items.ts'
import type * as contract from '#contract/shelves.ts'
import { call, pathStart } from '#web/api/call.ts'
import { itemQuery, listQuery } from '#web/api/queries.ts'
import { refreshPaths } from '#web/api/writes.ts'
import { readUser } from '#web/creators/user-calls.ts'

const listShelves = call<typeof contract.listShelves>('GET', '/api/users/:id/shelves')
export const createShelf = call<typeof contract.createShelf>('POST', '/api/shelves')
export const updateShelf = call<typeof contract.updateShelf>('PUT', '/api/shelves/:id')
export const deleteShelf = call<typeof contract.deleteShelf>('DELETE', '/api/shelves/:id')
export const putOnShelf = call<typeof items.putOnShelf>('PUT', '/api/shelves/:id/zines/:zineId')
export const takeOffShelf = call<typeof items.takeOffShelf>('DELETE', '/api/shelves/:id/zines/:zineId')

/** The shelves of a member that the viewer may see. With `zineId`, each says whether it contains that zine. */
export const shelvesQuery = (id: string, zineId?: string) =>
  itemQuery(listShelves, { params: { id }, query: { zineId } })

export const shelfAddress = (id: string) => `/shelf/${id}`
export const shelfFeedAddress = (id: string) => `/feeds/shelf/${id}.atom`

/** Refreshes a member's shelves, and the open one. */
export const refreshShelves = (queries: QueryClient, ownerId: string) =>
  refreshPaths(queries, shelvesQuery(ownerId).queryKey[0], pathStart<typeof contract.readShelf>('/api/shelves'))

/** Call this when a shelf's visibility changes: the owner's profile says whether there are visible shelves. */
export const refreshOwner = (queries: QueryClient, ownerId: string) =>
  queries.invalidateQueries({ queryKey: [readUser.path({ params: { id: ownerId } })] })

const readShelf = call<typeof contract.readShelf>('GET', '/api/shelves/:id')

export const shelfQuery = (id: string, cursor?: string) => ({
  ...listQuery(readShelf, { params: { id }, query: { cursor } }),
  isNotFoundIfMissing: true as const,
})

export type ShelfQuery = ReturnType<typeof shelfQuery>

export const removeShelfItem = call<typeof items.removeShelfItem>('DELETE', '/api/shelves/:id/items/:itemId')
export const annotateShelfItem = call<typeof items.annotateShelfItem>('PUT', '/api/shelves/:id/items/:itemId')
export const moveShelfItem = call<typeof items.moveShelfItem>('PUT', '/api/shelves/:id/items/:itemId/place')
