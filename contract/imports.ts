import { z } from 'zod'
import { DraftTicket } from './drafts.ts'
import { endpoint, id, idParams, moment, nextCursor, pageQuery } from './endpoint.ts'
import * as limits from './limits.ts'

export const ImportedRow = z.object({
  number: z.number().int(),
  title: z.string(),
  outcome: z.enum(['made', 'already', 'refused']),
  says: z.string().nullable(),
  draftId: id.nullable(),
})
export type ImportedRow = z.infer<typeof ImportedRow>

const state = z.enum(['waiting', 'reading', 'done', 'refused'])

export const ZineImport = z.object({
  id,
  state,
  /** Why the import stopped or failed. */
  refusal: z.string().nullable(),
  note: z.string().nullable(),
  rowCount: z.number().int().nullable(),
  rows: z.array(ImportedRow),
  createdAt: moment,
})
export type ZineImport = z.infer<typeof ZineImport>

const OneImport = z.object({ import: ZineImport })

export const beginImport = endpoint({
  name: 'beginImport',
  method: 'POST',
  changes: 'private',
  path: '/api/imports',
  tag: 'Drafts',
  summary:
    `Make drafts of a zip that was uploaded (tus, at /api/uploads), of ${limits.importMb} MB and ` +
    `${limits.importRows} zines at most; asking again answers the same. docs/import.md says what is in it`,
  access: 'member',
  status: 202,
  body: z.strictObject({ uploadId: z.string().regex(/^[0-9a-f]{32}$/, 'This is not a valid upload.') }),
  response: OneImport,
})

export const readImport = endpoint({
  name: 'readImport',
  method: 'GET',
  path: '/api/imports/:id',
  tag: 'Drafts',
  summary: 'How far an import of the viewer’s is, row by row',
  access: 'member',
  params: idParams,
  response: OneImport,
})

export const listImports = endpoint({
  name: 'listImports',
  method: 'GET',
  path: '/api/users/:id/imports',
  tag: 'Drafts',
  summary: `The viewer’s latest ${limits.memberImports} imports, the latest first, with what became of them`,
  access: 'member',
  params: idParams,
  response: z.object({ imports: z.array(ZineImport) }),
})

export const listImportedDrafts = endpoint({
  name: 'listImportedDrafts',
  method: 'GET',
  path: '/api/users/:id/imported-drafts',
  tag: 'Drafts',
  summary: 'The drafts that imports have made for the viewer, the latest first; they stand in no other list',
  access: 'member',
  params: idParams,
  query: z.strictObject({ ...pageQuery }),
  response: z.object({ drafts: z.array(DraftTicket), nextCursor }),
})
