import { writeSync } from 'node:fs'
import type { PdfAnswer } from './pdf-answer.ts'
import {
  bytesPerPixel,
  type Half,
  longestSide,
  mostCharacters,
  mostDrawn,
  openFiles,
  type PageBox,
} from './pdf-task.ts'
import { bytesAt, numbersAt, type Pdfium, withMemory } from './pdfium.ts'

const white = 0xff_ff_ff_ff
/** PDFium's constant for three bytes a pixel. */
const rgb = 2
/** PDFium flags: with annotations, for print, red first. No form or script runs. */
const asPrinted = 0x01 | 0x10 | 0x8_00

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

/** The text of the rendered part as PDFium reads it: UTF-16, cut to a useful length. */
function textOf(pdfium: Pdfium, page: number, drawn: DrawnSize): string {
  const text = pdfium._FPDFText_LoadPage(page)
  if (!text) return ''
  try {
    return drawn.pageWidth === drawn.width
      ? textFrom(pdfium, pdfium._FPDFText_CountChars(text), (most, at) =>
          pdfium._FPDFText_GetText(text, 0, most, at),
        )
      : boundedText(pdfium, text, boundsOf(pdfium, page, drawn))
  } finally {
    pdfium._FPDFText_ClosePage(text)
  }
}

function textFrom(pdfium: Pdfium, characters: number, write: (most: number, at: number) => number) {
  const most = Math.min(characters, mostCharacters)
  if (most <= 0) return ''
  return withMemory(pdfium, 2 * (most + 1), (at) => {
    const written = Math.min(write(most, at), most)
    return new TextDecoder('utf-16le').decode(bytesAt(pdfium, at, 2 * Math.max(0, written)))
  })
}

function boundedText(pdfium: Pdfium, text: number, bounds: number[]) {
  const characters = pdfium._FPDFText_GetBoundedText(text, ...bounds, 0, 0)
  return textFrom(pdfium, characters, (most, at) =>
    pdfium._FPDFText_GetBoundedText(text, ...bounds, at, most),
  )
}

function boundsOf(pdfium: Pdfium, page: number, drawn: DrawnSize) {
  const [fromX = 0, fromY = 0] = pointOnPage(pdfium, page, drawn, { x: 0, y: 0 })
  const [toX = 0, toY = 0] = pointOnPage(pdfium, page, drawn, { x: drawn.width, y: drawn.height })
  return [Math.min(fromX, toX), Math.max(fromY, toY), Math.max(fromX, toX), Math.min(fromY, toY)]
}

function pointOnPage(
  pdfium: Pdfium,
  page: number,
  { left, pageWidth, height }: DrawnSize,
  { x, y }: { x: number; y: number },
) {
  return withMemory(pdfium, 16, (at) => {
    pdfium._FPDF_DeviceToPage(page, -left, 0, pageWidth, height, 0, x, y, at, at + 8)
    const numbers = numbersAt(pdfium, at)
    return [numbers.getFloat64(0, true), numbers.getFloat64(8, true)]
  })
}

type DrawnSize = { width: number; height: number; pageWidth: number; left: number }

const sharpest = 300 / 72
const wide = 1600

/** Print resolution, but at most a sheet of A4. Undefined for a page that cannot be printed. */
function drawnSize({ width, height }: PageBox, half: Half): DrawnSize | undefined {
  if (!isSide(width) || !isSide(height)) return undefined
  const shown = half === 'whole' ? width : width / 2
  const fits = Math.min(mostDrawn.width / shown, mostDrawn.height / height)
  const scale = Math.min(fits, Math.max(sharpest, wide / shown))
  const drawn = { width: pixels(shown * scale), height: pixels(height * scale) }
  return {
    ...drawn,
    pageWidth: half === 'whole' ? drawn.width : 2 * drawn.width,
    left: half === 'right' ? drawn.width : 0,
  }
}

const isSide = (points: number) => points > 0 && points <= longestSide
const pixels = (length: number) => Math.max(1, Math.round(length))
