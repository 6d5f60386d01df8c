import { z } from 'zod'
import { done, endpoint, id, text } from './endpoint.ts'
import * as limits from './limits.ts'
import { Shelf, ShelfItem } from './shelves.ts'
import { visible } from './visible-text.ts'

const OneItem = z.object({ item: ShelfItem.omit({ zine: true }), shelf: Shelf })

const note = text('The note', limits.shelfNote).transform(visible)
const privateNote = text('The private note', limits.shelfNote).transform(visible)

/** A position next to another item. `before: null` is the end of the shelf, `after: null` the beginning. */
const place = { before: id.nullish(), after: id.nullish() }
type Place = { before?: string | null | undefined; after?: string | null | undefined }
const sides = ({ before, after }: Place) => Number(before !== undefined) + Number(after !== undefined)
const onePlace = 'Send before or after, not both.'

/** Notes and position of a removed item. Sending them with the zine restores the item. */
const Taken = z.object({ note: z.string(), privateNote: z.string(), after: id.nullable() })
export type Taken = z.infer<typeof Taken>
const takenOff = done.extend({ taken: Taken.optional() })

/** A shelf of the viewer. `to-read` is created on first use. */
const shelfRef = z.union([id, z.literal('to-read')], 'This is not a valid id.')
const onShelf = z.strictObject({ id: shelfRef, zineId: id })
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
  params: onShelf,
  body: z
    .strictObject({ note: note.default(''), privateNote: privateNote.default(''), ...place })
    .refine((sent) => sides(sent) <= 1, onePlace)
    .nullish(),
  response: OneItem,
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
  params: onShelf,
  response: takenOff,
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
  response: takenOff,
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
  response: OneItem,
})

export const moveShelfItem = endpoint({
  name: 'moveShelfItem',
  method: 'PUT',
  changes: 'public',
  path: '/api/shelves/:id/items/:itemId/place',
  tag: 'Shelves',
  summary:
    'Move an item of a shelf before or after another: before null means the end, after null the beginning',
  access: 'member',
  params: itemParams,
  body: z.strictObject(place).refine((sent) => sides(sent) === 1, onePlace),
  response: done,
})
