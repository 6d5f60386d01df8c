import type { ListedShelf, Shelf } from '#contract/shelves.ts'
import { memberId } from '#web/site/site.testing.tsx'

const createdAt = '2026-11-18T10:00:00Z'

export const exampleShelf = (overrides: Partial<Shelf> = {}): Shelf => ({
  id: '0199a0b2-0000-7000-8000-0000000000aa',
  title: 'Night flyers',
  about: '',
  visibility: 'public',
  isToRead: false,
  itemCount: 3,
  version: 1,
  ownerId: memberId,
  owner: { id: memberId, username: 'wren', profileImageUrl: null },
  createdAt,
  updatedAt: createdAt,
  ...overrides,
})

/** The same shelf as lists show it. */
export const exampleListedShelf = (overrides: Partial<ListedShelf> = {}): ListedShelf => ({
  ...exampleShelf(),
  covers: [],
  ...overrides,
})

/** An item, and the shelf on which it was put or changed. */
export const shelfItemResponse = () => ({
  item: { id: '0199a0b2-0000-7000-8000-0000000000ac', note: '', privateNote: '', addedAt: createdAt },
  shelf: exampleShelf(),
})
