import { msg } from '@lingui/core/runtime-macro'
import { z } from 'zod'
import { say } from '#contract/in-english.ts'
import {
  claimedId,
  endpoint,
  id,
  idParams,
  nextCursor,
  pageQuery,
  successResponse,
  text,
  timestamp,
  version,
} from './endpoint.ts'
import * as limits from './limits.ts'
import { ZinePage } from './media.ts'
import { toOneLine } from './one-line.ts'
import { stripInvisible, toVisibleLine } from './visible-text.ts'
import { Zine, ZineCreator } from './zines.ts'

/** Visible to the owner, to visitors with the link, or to all visitors. */
export const visibilities = ['private', 'link', 'public'] as const
export type Visibility = (typeof visibilities)[number]

/** A member's list of zines, in an order that they choose. */
export const Shelf = z.object({
  id,
  title: z.string(),
  about: z.string(),
  visibility: z.enum(visibilities),
  /** Every member's private To read shelf, created with its first zine. */
  isToRead: z.boolean(),
  /** Items that the reader sees, including deleted zines but not hidden ones. */
  itemCount: z.number().int(),
  /** Increases with each change of title, about or visibility. */
  version: z.number().int(),
  ownerId: id,
  owner: ZineCreator,
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type Shelf = z.infer<typeof Shelf>

/** A cover with its zine. Without addresses if it is covered by content notes, which it then names. */
const ShelfCover = ZinePage.extend({ zineId: id, title: z.string(), language: z.string().nullable() })
export type ShelfCover = z.infer<typeof ShelfCover>

/** A shelf in a list, with its first covers. */
export const ListedShelf = Shelf.extend({
  covers: z.array(ShelfCover),
  /** Whether it holds the requested `zineId`; omitted if none was requested. */
  holdsZine: z.boolean().optional(),
})
export type ListedShelf = z.infer<typeof ListedShelf>

/** An item with its own id. It remains when its zine is deleted. */
export const ShelfItem = z.object({
  id,
  note: z.string(),
  /** Present for the owner only. */
  privateNote: z.string().optional(),
  addedAt: timestamp,
  /** Null if its creator deleted it. */
  zine: Zine.nullable(),
})
export type ShelfItem = z.infer<typeof ShelfItem>

const ShelfResponse = z.object({ shelf: Shelf })

const title = text('The title', limits.shelfTitle, toOneLine)
  .transform(toVisibleLine)
  .refine((value) => value !== '', say(msg`A shelf needs a title.`))
const about = text('The text about the shelf', limits.shelfAbout).transform(stripInvisible)
const visibility = z.enum(visibilities, 'visibility must be private, link or public.')

export const listShelves = endpoint({
  name: 'listShelves',
  method: 'GET',
  path: '/api/users/:id/shelves',
  tag: 'Shelves',
  summary:
    'A member’s shelves, To read first, then newest first: all of the viewer’s own, or the public ones of another member. With `zineId`, each says whether it contains that zine',
  access: 'anyone',
  reads: 'replica',
  params: idParams,
  query: z.strictObject({ zineId: id.optional() }),
  response: z.object({ shelves: z.array(ListedShelf) }),
})

export const readShelf = endpoint({
  name: 'readShelf',
  method: 'GET',
  path: '/api/shelves/:id',
  tag: 'Shelves',
  summary: 'A shelf and a page of its items in its owner’s order; a private shelf only for its owner',
  access: 'anyone',
  reads: 'replica',
  params: idParams,
  query: z.strictObject({ ...pageQuery }),
  response: z.object({ shelf: Shelf, items: z.array(ShelfItem), nextCursor }),
})

export const createShelf = endpoint({
  name: 'createShelf',
  method: 'POST',
  changes: 'public',
  path: '/api/shelves',
  tag: 'Shelves',
  summary: 'Create a shelf; idempotent for the same id',
  access: 'member',
  status: 201,
  body: z.strictObject({
    id: id.optional(),
    title,
    about: about.default(''),
    visibility: visibility.default('private'),
    userId: claimedId,
  }),
  response: ShelfResponse,
})

export const updateShelf = endpoint({
  name: 'updateShelf',
  method: 'PUT',
  changes: 'public',
  path: '/api/shelves/:id',
  tag: 'Shelves',
  summary:
    'Change a shelf’s title, text or visibility. If a version is sent and the shelf has changed since, the change is rejected (409) with the current shelf. To read cannot be changed',
  access: 'member',
  params: idParams,
  body: z.strictObject({
    title: title.optional(),
    about: about.optional(),
    visibility: visibility.optional(),
    version: version.optional(),
  }),
  response: ShelfResponse,
  conflict: Shelf,
})

export const deleteShelf = endpoint({
  name: 'deleteShelf',
  method: 'DELETE',
  changes: 'public',
  path: '/api/shelves/:id',
  tag: 'Shelves',
  summary: 'Delete a shelf with its notes; To read is created again, empty, when next used',
  access: 'member',
  params: idParams,
  response: successResponse,
})
