/** Reads one PDF or page in a sandboxed process, so that a hostile file harms nothing else. Prints a line of JSON. */

import { dropPrivileges, lowerPriority } from '../../media/decode/drop-privileges.ts'
import { readTask } from '../../media/decode/read-task.ts'
import type { PdfResult } from './pdf-result.ts'
import type { PdfTask } from './pdf-task.ts'
import { countPages, loadPdfium, openPdf } from './pdfium.ts'
import { renderPage } from './render-page.ts'
import { UnreadablePage } from './unreadable-page.ts'

lowerPriority(15)
// All code is loaded by now. Without privileges it may not be readable.
const pdfium = await loadPdfium()
dropPrivileges()
const task = readTask<PdfTask>()
console.info(JSON.stringify(runTask()))

function runTask(): PdfResult {
  try {
    const opened = openPdf(pdfium)
    if ('refused' in opened) return opened
    return task.kind === 'count' ? countPages(pdfium, opened.pdf, task) : renderPage(pdfium, opened, task)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return { full: true }
    if (error instanceof UnreadablePage) return { refused: error.reason }
    // PDFium failed with an internal error and cannot open files any more.
    console.error(error)
    return { refused: 'too much' }
  }
}
