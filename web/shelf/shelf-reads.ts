import type * as contract from '#contract/shelves.ts'
import { call } from '#web/api/call.ts'
import { listQuery } from '#web/api/queries.ts'

const readShelf = call<typeof contract.readShelf>('GET', '/api/shelves/:id')

/** A shelf and what stands on it, from its beginning or from a cursor. */
export const shelfQuery = (id: string, cursor?: string) => ({
  ...listQuery(readShelf, { params: { id }, query: { cursor } }),
  mayLeadNowhere: true as const,
})

export type ShelfQuery = ReturnType<typeof shelfQuery>
