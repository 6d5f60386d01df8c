import { writeSync } from 'node:fs'
import { type DrawnSize, drawnSize } from './drawn-size.ts'
import { textOf } from './page-text.ts'
import type { PdfAnswer } from './pdf-answer.ts'
import { bytesPerPixel, type Half, openFiles } from './pdf-task.ts'
import { bytesAt, type Pdfium, withMemory } from './pdfium.ts'

const white = 0xff_ff_ff_ff
/** Three bytes a pixel, as PDFium calls it. */
const rgb = 2
/** With what people put on a page, as it looks on paper; red comes first. Nothing of it is begun. */
const asPrinted = 0x01 | 0x10 | 0x8_00

/** Draws a page, or half of it, into the open file, and says what is written there. */
export function drawPage(
  pdfium: Pdfium,
  pdf: number,
  { page: number, half }: { page: number; half: Half },
): PdfAnswer {
  const page = pdfium._FPDF_LoadPage(pdf, number - 1)
  if (!page) return { refused: 'too much' }
  const box = { width: pdfium._FPDF_GetPageWidth(page), height: pdfium._FPDF_GetPageHeight(page) }
  const drawn = drawnSize(box, half)
  if (!drawn) return { refused: 'too much' }
  const { width, height } = drawn
  const byteLength = width * height * bytesPerPixel
  withMemory(pdfium, byteLength, (at) => {
    paint(pdfium, { page, drawn, at })
    writeAll(bytesAt(pdfium, at, byteLength))
  })
  return { drawn: { width, height, text: textOf(pdfium, page, drawn) } }
}

type Canvas = { page: number; drawn: DrawnSize; at: number }

function paint(pdfium: Pdfium, { page, drawn, at }: Canvas) {
  const { width, height, pageWidth, left } = drawn
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, rgb, at, width * bytesPerPixel)
  pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
  pdfium._FPDF_RenderPageBitmap(bitmap, page, -left, 0, pageWidth, height, 0, asPrinted)
  pdfium._FPDFBitmap_Destroy(bitmap)
}

function writeAll(bytes: Uint8Array) {
  for (let written = 0; written < bytes.length; )
    written += writeSync(openFiles.pixels, bytes, written, bytes.length - written, written)
}
