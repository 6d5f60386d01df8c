/**
 * Reads one PDF, or one page of it, in a process of its own, so that a file made to crash, stall, exhaust or take over a
 * reader takes nothing else with it, not even the next page. Started by ../run-pdf-reader.ts with a `PdfTask` as its
 * argument, in the sandbox of server/media/sandbox.ts; answers one line of JSON. While it draws nothing else of it runs,
 * so its time is watched from outside.
 */

import { dropPrivileges, giveWay } from '../../media/decode/drop-privileges.ts'
import { drawPage } from './draw-page.ts'
import type { PdfAnswer } from './pdf-answer.ts'
import type { PdfTask } from './pdf-task.ts'
import { countPages, loadPdfium, openPdf } from './pdfium.ts'

const task = JSON.parse(process.argv[2] ?? '') as PdfTask
giveWay(15)
// All code that is needed is loaded by now; afterwards it may no longer be readable.
const pdfium = await loadPdfium()
dropPrivileges()
console.info(JSON.stringify(answer()))

function answer(): PdfAnswer {
  try {
    const opened = openPdf(pdfium)
    if ('refused' in opened) return opened
    return task.kind === 'count' ? countPages(pdfium, opened.pdf, task) : drawPage(pdfium, opened.pdf, task)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return { full: true }
    // PDFium gives up by an error of its own, and opens nothing any more.
    console.error(error)
    return { refused: 'too much' }
  }
}
