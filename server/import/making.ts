import { createHash } from 'node:crypto'
import type { ReadingTimes } from '#server/documents/documents.ts'
import type { IngestDeps } from '#server/media/ingest.ts'
import type { Media } from '#server/media/media.queries.ts'
import type { BroughtFile } from './brought-files.ts'
import type { LaidPage } from './lay-pages.ts'
import type { ImportRow } from './read-row.ts'
import type { Source } from './source.ts'

export type ImportDeps = IngestDeps & {
  /** @throws a refusal, when so many bytes more cannot be kept */
  assertRoom(ownerId: string, byteSize: number): Promise<void>
  /** How many drafts imports may have made for one member. */
  mostDrafts: number
  /** How long PDFs may take. */
  times: Pick<ReadingTimes, 'page' | 'pdf'>
  /** The next page is not begun then. */
  stopping?: AbortSignal
}

export type ToMake = {
  ownerId: string
  draftId: string
  row: ImportRow
  files: BroughtFile[]
  bring: Source['bring']
}

/** A page that has its picture, or its video. */
export type MadePage = Omit<LaidPage<unknown>, 'from'> & { media: Media; isFromDocument: boolean }

/** As much as is kept of most pages, and more than of some. */
export const roomForPage = 2 * 1024 * 1024

/** Each page has an upload of its own, by which it is found again. */
export const uploadOf = (draftId: string, at: number) =>
  createHash('sha256').update(`${draftId} ${at}`).digest('hex').slice(0, 32)
