import { z } from 'zod'
import { readingDirections } from './aspect-ratios.ts'
import { endpoint, id, idParams, successResponse } from './endpoint.ts'
import * as limits from './limits.ts'

/** The layout of PDF sheets: one page each, or two side by side, in reading or booklet order. */
const spreadLayouts = ['single', 'in_order', 'booklet'] as const

const splitFields = {
  spread: z.enum(spreadLayouts, 'spread must be single, in_order or booklet.'),
  direction: z.enum(readingDirections, 'direction must be ltr or rtl.'),
  coverAlone: z.boolean('coverAlone must be true or false.'),
  backAlone: z.boolean('backAlone must be true or false.'),
}

const refusalFields = {
  refusal: z.string().nullable(),
  /** `refusal` in the language of `Accept-Language`, if the site offers it. */
  refusalTranslation: z.string().optional(),
}

export const DocumentPage = z.object({
  number: z.number().int(),
  url: z.string().nullable(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  placeholder: z.string().nullable(),
  transcript: z.string(),
  ...refusalFields,
})
export type DocumentPage = z.infer<typeof DocumentPage>

export const DraftDocument = z.object({
  id,
  draftId: id,
  state: z.enum(['waiting', 'reading', 'done', 'refused']),
  /** Pages after splitting; null until known. */
  pageCount: z.number().int().nullable(),
  pagesDone: z.number().int(),
  looksLikeSpreads: z.boolean(),
  ...splitFields,
  /** Why the PDF was not read, or was read only in part. */
  ...refusalFields,
  pages: z.array(DocumentPage),
})
export type DraftDocument = z.infer<typeof DraftDocument>

const DocumentResponse = z.object({ document: DraftDocument })

export const addDocument = endpoint({
  name: 'addDocument',
  method: 'POST',
  changes: 'private',
  path: '/api/drafts/:id/documents',
  tag: 'Drafts',
  summary: `Add an uploaded PDF (tus, at /api/uploads; at most ${limits.pdfMb} MB) to a draft; idempotent`,
  access: 'member',
  status: 202,
  params: idParams,
  body: z.strictObject({ uploadId: z.string().regex(/^[0-9a-f]{32}$/, 'This is not a valid upload.') }),
  response: DocumentResponse,
})

export const listDocuments = endpoint({
  name: 'listDocuments',
  method: 'GET',
  path: '/api/drafts/:id/documents',
  tag: 'Drafts',
  summary: 'The PDFs of a draft, in the order they were added',
  access: 'member',
  params: idParams,
  response: z.object({ documents: z.array(DraftDocument) }),
})

export const readDocument = endpoint({
  name: 'readDocument',
  method: 'GET',
  path: '/api/documents/:id',
  tag: 'Drafts',
  summary: 'The progress of reading a PDF, with the pages that are ready',
  access: 'member',
  params: idParams,
  response: DocumentResponse,
})

export const splitDocument = endpoint({
  name: 'splitDocument',
  method: 'PUT',
  changes: 'private',
  path: '/api/documents/:id',
  tag: 'Drafts',
  summary: 'Read a PDF again and split its sheets differently; pages made from it before are removed',
  access: 'member',
  params: idParams,
  body: z.strictObject(splitFields),
  response: DocumentResponse,
})

export const deleteDocument = endpoint({
  name: 'deleteDocument',
  method: 'DELETE',
  changes: 'private',
  path: '/api/documents/:id',
  tag: 'Drafts',
  summary: 'Stop reading a PDF and remove it; pages already used in its draft stay',
  access: 'member',
  params: idParams,
  response: successResponse,
})
