import type { DraftTicket } from '#contract/drafts.ts'

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
