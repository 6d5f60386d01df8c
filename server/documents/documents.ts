import type pg from 'pg'
import type { MediaDeps } from '#server/media/media.ts'
import { openPdfFiles, type PdfFiles } from './pdf-files.ts'

/** How long PDFs may take, in milliseconds: one page, all of one PDF, and before other jobs have their turn. */
type ReadingTimes = { page: number; pdf: number; turn: number }

const readingTimes: ReadingTimes = { page: 15_000, pdf: 5 * 60_000, turn: 5_000 }

export type DocumentDeps = MediaDeps & {
  pool: pg.Pool
  files: PdfFiles
  times: ReadingTimes
  /** Reading ends with the process, at the next page there is. */
  stopping: AbortSignal
}

/** Everything the routes and jobs of PDFs share. */
export const openDocuments = (deps: MediaDeps & Pick<DocumentDeps, 'pool' | 'stopping'>): DocumentDeps => ({
  ...deps,
  files: openPdfFiles(deps.config),
  times: { ...readingTimes },
})
