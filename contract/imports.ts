import { z } from 'zod'
import { DraftTicket } from './drafts.ts'
import { endpoint, id, idParams, nextCursor, pageQuery, timestamp } from './endpoint.ts'
import * as limits from './limits.ts'

export const ImportedRow = z.object({
  number: z.number().int(),
  title: z.string(),
  outcome: z.enum(['created', 'existing', 'refused']),
  message: z.string().nullable(),
  messageTranslation: z.string().nullish(),
  draftId: id.nullable(),
})
export type ImportedRow = z.infer<typeof ImportedRow>

const state = z.enum(['waiting', 'reading', 'done', 'refused'])

export const ZineImport = z.object({
  id,
  state,
  /** Why the import stopped or failed, and the same in the language that its member then had. */
  refusal: z.string().nullable(),
  refusalTranslation: z.string().nullish(),
  note: z.string().nullable(),
  noteTranslation: z.string().nullish(),
  rowCount: z.number().int().nullable(),
  rows: z.array(ImportedRow),
  createdAt: timestamp,
})
export type ZineImport = z.infer<typeof ZineImport>

const ImportResponse = z.object({ import: ZineImport })

export const beginImport = endpoint({
  name: 'beginImport',
  method: 'POST',
  changes: 'private',
  path: '/api/imports',
  tag: 'Drafts',
  summary:
    `Create drafts from an uploaded zip (tus, at /api/uploads) of at most ${limits.importMb} MB and ` +
    `${limits.importRows} zines; idempotent. docs/import.md describes its contents`,
  access: 'member',
  status: 202,
  body: z.strictObject({ uploadId: z.string().regex(/^[0-9a-f]{32}$/, 'This is not a valid upload.') }),
  response: ImportResponse,
})

export const readImport = endpoint({
  name: 'readImport',
  method: 'GET',
  path: '/api/imports/:id',
  tag: 'Drafts',
  summary: 'The progress of one of the viewer’s imports, row by row',
  access: 'member',
  params: idParams,
  response: ImportResponse,
})

export const listImports = endpoint({
  name: 'listImports',
  method: 'GET',
  path: '/api/users/:id/imports',
  tag: 'Drafts',
  summary: `The viewer’s last ${limits.memberImports} imports, most recent first, with their results`,
  access: 'member',
  params: idParams,
  response: z.object({ imports: z.array(ZineImport) }),
})

export const listImportedDrafts = endpoint({
  name: 'listImportedDrafts',
  method: 'GET',
  path: '/api/users/:id/imported-drafts',
  tag: 'Drafts',
  summary: 'The viewer’s imported drafts, most recent first; they appear in no other list',
  access: 'member',
  params: idParams,
  query: z.strictObject({ ...pageQuery }),
  response: z.object({ drafts: z.array(DraftTicket), nextCursor }),
})
