import type pg from 'pg'
import type { Config } from '#server/config/config.ts'
import type { MediaDeps } from '#server/media/media.ts'
import { diskPdfFiles, type PdfCopies, type PdfFiles } from './pdf-files.ts'

/** In milliseconds: CPU time for one page, elapsed time for one PDF, and time before other jobs get their turn. */
export type ReadingTimes = { page: number; pdf: number; turn: number }

export const readingTimes: ReadingTimes = { page: 15_000, pdf: 20 * 60_000, turn: 5_000 }

export type DocumentDeps = MediaDeps & {
  direct: pg.Pool
  files: PdfFiles
  times: ReadingTimes
  stopping: AbortSignal
}

export type ReadingDeps = DocumentDeps & { pdfs: PdfCopies }

export const openDocuments = async (
  deps: MediaDeps & Pick<DocumentDeps, 'direct' | 'stopping'>,
): Promise<DocumentDeps> => ({
  ...deps,
  files: await openPdfFiles(deps.config),
  times: { ...readingTimes },
})

async function openPdfFiles(config: Config): Promise<PdfFiles> {
  if (!config.s3) return diskPdfFiles(config)
  const { s3PdfFiles } = await import('./s3-pdf-files.ts')
  return s3PdfFiles(config.s3, config)
}

export const lockedPdf = 'This PDF is locked with a password. Save it without one and try again.'
export const damagedPdf = 'This PDF is damaged. Export it again and retry.'
export const tooManyPages = (pages: number, most: number) =>
  `This PDF has ${pages} pages. The limit is ${most}.`
export const pageTooMuch = (page: number) =>
  `Page ${page} is too complex. Flatten it, or export it as a picture.`
export const pdfTooMuch = 'This PDF is too complex. Flatten it, or export its pages as pictures.'
export const notKept = 'This PDF is no longer stored. Add it again.'
export const noPdfs = 'This site does not support PDFs. Export the pages as pictures.'
