import type * as contract from '#contract/shelf-items.ts'
import { call } from '#web/api/call.ts'

export const removeShelfItem = call<typeof contract.removeShelfItem>(
  'DELETE',
  '/api/shelves/:id/items/:itemId',
)
export const annotateShelfItem = call<typeof contract.annotateShelfItem>(
  'PUT',
  '/api/shelves/:id/items/:itemId',
)
export const moveShelfItem = call<typeof contract.moveShelfItem>(
  'PUT',
  '/api/shelves/:id/items/:itemId/place',
)
