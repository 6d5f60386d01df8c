import { writeSync } from 'node:fs'
import type { PdfResult } from './pdf-result.ts'
import { bytesPerPixel, type Half, maxCharacters, maxSide, openFiles, type PageBox, renderSides } from './pdf-task.ts'
import { bytesAt, numbersAt, type Pdfium, withMemory } from './pdfium.ts'

const white = 0xff_ff_ff_ff
/** PDFium's constant for three bytes a pixel. */
const rgb = 2
/** PDFium flags: with annotations, for print, red first. No form or script runs. */
const printFlags = 0x01 | 0x10 | 0x8_00

export function renderPage(
  pdfium: Pdfium,
  pdf: number,
  { page: number, half }: { page: number; half: Half },
): PdfResult {
  const page = pdfium._FPDF_LoadPage(pdf, number - 1)
  if (!page) return { refused: 'too much' }
  const box = { width: pdfium._FPDF_GetPageWidth(page), height: pdfium._FPDF_GetPageHeight(page) }
  const size = renderSizeOf(box, half)
  if (!size) return { refused: 'too much' }
  const { width, height } = size
  const byteLength = width * height * bytesPerPixel
  withMemory(pdfium, byteLength, (pointer) => {
    paint(pdfium, { page, size, pointer })
    writeAll(bytesAt(pdfium, pointer, byteLength))
  })
  return { rendered: { width, height, text: textOf(pdfium, page, size) } }
}

type Canvas = { page: number; size: RenderSize; pointer: number }

function paint(pdfium: Pdfium, { page, size, pointer }: Canvas) {
  const { width, height, pageWidth, left } = size
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, rgb, pointer, width * bytesPerPixel)
  pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
  pdfium._FPDF_RenderPageBitmap(bitmap, page, -left, 0, pageWidth, height, 0, printFlags)
  pdfium._FPDFBitmap_Destroy(bitmap)
}

function writeAll(bytes: Uint8Array) {
  for (let written = 0; written < bytes.length; )
    written += writeSync(openFiles.pixels, bytes, written, bytes.length - written, written)
}

/** The text of the rendered part as PDFium reads it: UTF-16, cut to a useful length. */
function textOf(pdfium: Pdfium, page: number, size: RenderSize): string {
  const text = pdfium._FPDFText_LoadPage(page)
  if (!text) return ''
  try {
    return size.pageWidth === size.width
      ? textFrom(pdfium, pdfium._FPDFText_CountChars(text), (limit, pointer) =>
          pdfium._FPDFText_GetText(text, 0, limit, pointer),
        )
      : boundedText(pdfium, text, boundsOf(pdfium, page, size))
  } finally {
    pdfium._FPDFText_ClosePage(text)
  }
}

function textFrom(pdfium: Pdfium, characters: number, write: (limit: number, pointer: number) => number) {
  const limit = Math.min(characters, maxCharacters)
  if (limit <= 0) return ''
  return withMemory(pdfium, 2 * (limit + 1), (pointer) => {
    const written = Math.min(write(limit, pointer), limit)
    return new TextDecoder('utf-16le').decode(bytesAt(pdfium, pointer, 2 * Math.max(0, written)))
  })
}

function boundedText(pdfium: Pdfium, text: number, bounds: number[]) {
  const characters = pdfium._FPDFText_GetBoundedText(text, ...bounds, 0, 0)
  return textFrom(pdfium, characters, (limit, pointer) =>
    pdfium._FPDFText_GetBoundedText(text, ...bounds, pointer, limit),
  )
}

function boundsOf(pdfium: Pdfium, page: number, size: RenderSize) {
  const [fromX = 0, fromY = 0] = pointOnPage(pdfium, page, size, { x: 0, y: 0 })
  const [toX = 0, toY = 0] = pointOnPage(pdfium, page, size, { x: size.width, y: size.height })
  return [Math.min(fromX, toX), Math.max(fromY, toY), Math.max(fromX, toX), Math.min(fromY, toY)]
}

function pointOnPage(
  pdfium: Pdfium,
  page: number,
  { left, pageWidth, height }: RenderSize,
  { x, y }: { x: number; y: number },
) {
  return withMemory(pdfium, 16, (pointer) => {
    pdfium._FPDF_DeviceToPage(page, -left, 0, pageWidth, height, 0, x, y, pointer, pointer + 8)
    const numbers = numbersAt(pdfium, pointer)
    return [numbers.getFloat64(0, true), numbers.getFloat64(8, true)]
  })
}

type RenderSize = { width: number; height: number; pageWidth: number; left: number }

const maxScale = 300 / 72
const minWidth = 1600

/** Print resolution, but at most a sheet of A4. Undefined for a page that cannot be printed. */
function renderSizeOf({ width, height }: PageBox, half: Half): RenderSize | undefined {
  if (!isValidSide(width) || !isValidSide(height)) return undefined
  const shownWidth = half === 'whole' ? width : width / 2
  const maxFittingScale = Math.min(
    renderSides.short / Math.min(shownWidth, height),
    renderSides.long / Math.max(shownWidth, height),
  )
  const scale = Math.min(maxFittingScale, Math.max(maxScale, minWidth / shownWidth))
  const size = { width: toPixels(shownWidth * scale), height: toPixels(height * scale) }
  return {
    ...size,
    pageWidth: half === 'whole' ? size.width : 2 * size.width,
    left: half === 'right' ? size.width : 0,
  }
}

const isValidSide = (points: number) => points > 0 && points <= maxSide
const toPixels = (length: number) => Math.max(1, Math.round(length))
