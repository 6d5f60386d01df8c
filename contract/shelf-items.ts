import { z } from 'zod'
import { done, endpoint, id, text } from './endpoint.ts'
import * as limits from './limits.ts'
import { Shelf, ShelfItem } from './shelves.ts'
import { visible } from './visible-text.ts'

const OneItem = z.object({ item: ShelfItem.omit({ zine: true }), shelf: Shelf })

const note = text('The note', limits.shelfNote).transform(visible)
const privateNote = text('The private note', limits.shelfNote).transform(visible)

/** Beside another item of the shelf. Before null is the end, after null the beginning. */
const place = { before: id.nullish(), after: id.nullish() }
type Place = { before?: string | null | undefined; after?: string | null | undefined }
const sides = ({ before, after }: Place) => Number(before !== undefined) + Number(after !== undefined)
const onePlace = 'Say before or after, not both.'

/** What a removed item had. Sending it again restores the zine with its notes and position. */
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
    'Put a zine on a shelf, or on `to-read`: at its end, or of To read its beginning, unless a place is named. What stands there already stays as it is',
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
    'Take a zine off a shelf, or off `to-read`, with its notes; again changes nothing. What goes with it is answered, and puts it back where it is sent to put the zine on',
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
    'Take a line off a shelf, also one whose zine is gone; again changes nothing. What goes with it is answered, as of a zine',
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
  summary: 'Change the note that everybody who sees the shelf reads, or the one for its owner alone',
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
    'Move what stands on a shelf right before or right after another item of it: before null is its end, after null its beginning',
  access: 'member',
  params: itemParams,
  body: z.strictObject(place).refine((sent) => sides(sent) === 1, onePlace),
  response: done,
})
