import type { PdfAnswer } from './pdf-answer.ts'
import type { PageBox } from './pdf-task.ts'
import { numbersAt, type Pdfium, withMemory } from './pdfium.ts'

/** How many pages there are, and how large each is that a zine could have. No page is opened for it. */
export function countPages(pdfium: Pdfium, pdf: number, { most }: { most: number }): PdfAnswer {
  const pageCount = pdfium._FPDF_GetPageCount(pdf)
  if (pageCount <= 0) return { refused: 'damaged' }
  const boxes = Array.from({ length: pageCount > most ? 0 : pageCount }, (_, index) =>
    boxOf(pdfium, pdf, index),
  )
  return { counted: { pageCount, boxes } }
}

const boxOf = (pdfium: Pdfium, pdf: number, index: number): PageBox =>
  withMemory(pdfium, 8, (at) => {
    const isKnown = pdfium._FPDF_GetPageSizeByIndexF(pdf, index, at)
    const numbers = numbersAt(pdfium, at)
    return isKnown
      ? { width: numbers.getFloat32(0, true), height: numbers.getFloat32(4, true) }
      : { width: 0, height: 0 }
  })
