import { type Draft, DraftInput, type DraftTicket } from '#contract/drafts.ts'

export const draftId = '0199a0b2-0000-7000-8000-0000000000d1'

export const exampleDraft = (overrides: Partial<DraftTicket> = {}): DraftTicket => ({
  id: draftId,
  projectId: null,
  title: 'Eleven Moths',
  language: null,
  coverUrl: null,
  pageCount: 8,
  publishAt: null,
  refusal: null,
  updatedAt: '2026-11-20T20:00:00Z',
  ...overrides,
})

/** The same draft with its content, but without pages. */
export const exampleOpenDraft = (overrides: Partial<Draft> = {}): Draft => ({
  id: draftId,
  zineId: draftId,
  projectId: null,
  version: 1,
  content: { ...DraftInput.parse({ title: 'Eleven Moths' }), pages: [] },
  publishAt: null,
  refusal: null,
  createdAt: '2026-11-01T20:00:00Z',
  updatedAt: '2026-11-20T20:00:00Z',
  ...overrides,
})
