import type { ZinePage } from '#contract/media.ts'
import type { FullZine, FullZinePage, Zine } from '#contract/zines.ts'

export const exampleZine = (overrides: Partial<Zine> = {}): Zine => ({
  id: '0199a0b2-0000-7000-8000-00000000000a',
  title: 'Moths of the Kitchen Window',
  description: null,
  language: null,
  imageUrl: null,
  mediaUrls: [],
  pageCount: 0,
  aspectRatio: '4:5',
  paper: 'pictures',
  creatorId: '0199a0b2-0000-7000-8000-00000000000b',
  createdAt: '2026-11-18T10:00:00Z',
  isFavorited: false,
  favoriteCount: 0,
  creator: { id: '0199a0b2-0000-7000-8000-00000000000b', username: 'dustymoths', profileImageUrl: null },
  cover: null,
  contentNote: null,
  ...overrides,
})

export const exampleOpenZine = (overrides: Partial<FullZine> = {}): FullZine => ({
  ...exampleZine(overrides),
  mayPrint: false,
  readingDirection: 'ltr',
  version: 1,
  printing: 1,
  printings: [],
  editedAt: null,
  pages: [],
  details: {},
  series: null,
  ...overrides,
})

/** A picture that needs no server. */
export const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

export const exampleCover = (overrides: Partial<ZinePage> = {}): ZinePage => ({
  url: dot,
  kind: 'image',
  width: 800,
  height: 1000,
  placeholder: null,
  altText: '',
  contentNote: '',
  posterUrl: null,
  ...overrides,
})

export const examplePage = (overrides: Partial<FullZinePage> = {}): FullZinePage => ({
  ...exampleCover(),
  id: '0199a0b2-0000-7000-8000-0000000000a1',
  transcript: '',
  printWidth: null,
  paperColour: null,
  recipe: null,
  captions: [],
  ...overrides,
})
