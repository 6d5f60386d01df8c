import { fstatSync, readSync } from 'node:fs'
import type { PdfAnswer } from './pdf-answer.ts'
import { openFiles } from './pdf-task.ts'
import { bytesAt, type Pdfium } from './pdfium.ts'

/** As PDFium calls them: it needs a password, or protects its files in a way of its own. */
const lockedErrors = [4, 5]

type Refused = Extract<PdfAnswer, { refused: string }>

/** The file that was sent, read into PDFium's memory; or why it cannot be. */
export function openPdf(pdfium: Pdfium): { pdf: number } | Refused {
  const { size } = fstatSync(openFiles.sent)
  const at = pdfium.wasmExports.malloc(size)
  if (!at) return { refused: 'damaged' }
  readAll(bytesAt(pdfium, at, size))
  const pdf = pdfium._FPDF_LoadMemDocument(at, size, 0)
  if (pdf) return { pdf }
  return { refused: lockedErrors.includes(pdfium._FPDF_GetLastError()) ? 'locked' : 'damaged' }
}

function readAll(into: Uint8Array) {
  for (let read = 0; read < into.length; ) {
    const more = readSync(openFiles.sent, into, read, into.length - read, read)
    if (more === 0) return
    read += more
  }
}
