import { msg, plural } from '@lingui/core/runtime-macro'
import type pg from 'pg'
import type { Config } from '#server/config/config.ts'
import type { MediaDeps } from '#server/media/media.ts'
import { diskPdfFiles, type PdfCopies, type PdfFiles } from './pdf-files.ts'
import type { PdfResult } from './read-pdf/pdf-result.ts'

/** In milliseconds: CPU time for one page, elapsed time for one PDF, and time before other jobs get their turn. */
export type ReadingTimeouts = { page: number; pdf: number; job: number }

export const readingTimeouts: ReadingTimeouts = { page: 15_000, pdf: 20 * 60_000, job: 5_000 }

export type DocumentDeps = MediaDeps & {
  direct: pg.Pool
  files: PdfFiles
  times: ReadingTimeouts
  stopping: AbortSignal
}

export type ReadingDeps = DocumentDeps & { pdfs: PdfCopies }

export const openDocuments = async (
  deps: MediaDeps & Pick<DocumentDeps, 'direct' | 'stopping'>,
): Promise<DocumentDeps> => ({
  ...deps,
  files: await openPdfFiles(deps.config),
  times: { ...readingTimeouts },
})

async function openPdfFiles(config: Config): Promise<PdfFiles> {
  if (!config.s3) return diskPdfFiles(config)
  const { s3PdfFiles } = await import('./s3-pdf-files.ts')
  return s3PdfFiles(config.s3, config)
}

export const lockedPdf = msg`This PDF is locked with a password. Save it without one and try again.`
export const notAPdf = msg`This file is not a PDF, or it is damaged. Export it again and retry.`
export const damagedPdf = msg`This PDF is damaged. Export it again and retry.`
export const tooManyPages = (pages: number, maxPages: number) =>
  msg`This PDF has ${plural({ pages }, { one: '# page', other: '# pages' })}. The limit is ${{ maxPages }}.`
export function pageRefusal(page: number, reason?: Extract<PdfResult, { refused: string }>['refused']) {
  if (reason === 'missing font')
    return msg`Page ${{ page }} has text whose font is not in the PDF. Embed the fonts, or export the page as an image.`
  if (reason === 'unflattened')
    return msg`Page ${{ page }} has a form field or note that cannot be shown. Flatten the PDF and add it again.`
  return msg`Page ${{ page }} is too complex. Flatten it, or export it as an image.`
}
export const pdfTooComplex = msg`This PDF is too complex. Flatten it, or export its pages as images.`
export const pdfNoLongerStored = msg`This PDF is no longer stored. Add it again.`
export const pdfsNotOffered = msg`This site does not support PDFs. Export the pages as images.`
