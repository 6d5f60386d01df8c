import { z } from 'zod'
import { endpoint, id, successResponse, text } from './endpoint.ts'
import * as limits from './limits.ts'
import { Shelf, ShelfItem } from './shelves.ts'
import { stripInvisible } from './visible-text.ts'

const ShelfItemResponse = z.object({ item: ShelfItem.omit({ zine: true }), shelf: Shelf })

const note = text('The note', limits.shelfNote).transform(stripInvisible)
const privateNote = text('The private note', limits.shelfNote).transform(stripInvisible)

/** A position next to another item. `before: null` is the end of the shelf, `after: null` the beginning. */
const positionFields = { before: id.nullish(), after: id.nullish() }
type PositionInput = { before?: string | null | undefined; after?: string | null | undefined }
const countNeighbours = ({ before, after }: PositionInput) => Number(before !== undefined) + Number(after !== undefined)
const onePositionOnly = 'Send before or after, not both.'

/** Notes and position of a removed item. Sending them with the zine restores the item. */
const RemovedShelfItem = z.object({ note: z.string(), privateNote: z.string(), after: id.nullable() })
export type RemovedShelfItem = z.infer<typeof RemovedShelfItem>
const removalResponse = successResponse.extend({ taken: RemovedShelfItem.optional() })

/** A shelf of the viewer. `to-read` is created on first use. */
const shelfRef = z.union([id, z.literal('to-read')], 'This is not a valid id.')
const shelfZineParams = z.strictObject({ id: shelfRef, zineId: id })
const itemParams = z.strictObject({ id, itemId: id })

export const putOnShelf = endpoint({
  name: 'putOnShelf',
  method: 'PUT',
  changes: 'public',
  path: '/api/shelves/:id/zines/:zineId',
  tag: 'Shelves',
  summary:
    'Put a zine on a shelf or on `to-read`: at the end (of To read: the beginning) unless a position is given. A zine that is already there stays where it is',
  access: 'member',
  params: shelfZineParams,
  body: z
    .strictObject({ note: note.default(''), privateNote: privateNote.default(''), ...positionFields })
    .refine((sent) => countNeighbours(sent) <= 1, onePositionOnly)
    .nullish(),
  response: ShelfItemResponse,
})

export const takeOffShelf = endpoint({
  name: 'takeOffShelf',
  method: 'DELETE',
  changes: 'public',
  path: '/api/shelves/:id/zines/:zineId',
  tag: 'Shelves',
  summary:
    'Remove a zine and its notes from a shelf or `to-read`; idempotent. Returns what was removed; send it when adding the zine to restore it',
  access: 'member',
  params: shelfZineParams,
  response: removalResponse,
})

export const removeShelfItem = endpoint({
  name: 'removeShelfItem',
  method: 'DELETE',
  changes: 'public',
  path: '/api/shelves/:id/items/:itemId',
  tag: 'Shelves',
  summary:
    'Remove an item from a shelf, even if its zine was deleted; idempotent. Returns what was removed, as for a zine',
  access: 'member',
  params: itemParams,
  response: removalResponse,
})

export const annotateShelfItem = endpoint({
  name: 'annotateShelfItem',
  method: 'PUT',
  changes: 'public',
  path: '/api/shelves/:id/items/:itemId',
  tag: 'Shelves',
  summary: 'Change the public note of an item, or the one only its owner sees',
  access: 'member',
  params: itemParams,
  body: z.strictObject({ note: note.optional(), privateNote: privateNote.optional() }),
  response: ShelfItemResponse,
})

export const moveShelfItem = endpoint({
  name: 'moveShelfItem',
  method: 'PUT',
  changes: 'public',
  path: '/api/shelves/:id/items/:itemId/place',
  tag: 'Shelves',
  summary: 'Move an item of a shelf before or after another: before null means the end, after null the beginning',
  access: 'member',
  params: itemParams,
  body: z.strictObject(positionFields).refine((sent) => countNeighbours(sent) === 1, onePositionOnly),
  response: successResponse,
})
