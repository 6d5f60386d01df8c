import type { ListedShelf } from '#contract/shelves.ts'
import { memberId } from '#web/site/site.testing.tsx'

export const exampleShelf = (overrides: Partial<ListedShelf> = {}): ListedShelf => ({
  id: '0199a0b2-0000-7000-8000-0000000000aa',
  title: 'Night flyers',
  about: '',
  visibility: 'public',
  isToRead: false,
  itemCount: 3,
  version: 1,
  covers: [],
  ownerId: memberId,
  owner: { id: memberId, username: 'wren', profileImageUrl: null },
  createdAt: '2026-11-18T10:00:00Z',
  updatedAt: '2026-11-18T10:00:00Z',
  ...overrides,
})
