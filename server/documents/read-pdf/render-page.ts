import { writeSync } from 'node:fs'
import { type FieldWords, isComplete, readAnnotations, wordsOfField } from './annotation-words.ts'
import { openForm, prepareAnnotations } from './annotations.ts'
import { lettersOf } from './page-text.ts'
import { type PageView, type RenderSize, renderSizeOf, rgbOnWhite, withPicture } from './page-view.ts'
import type { PdfResult } from './pdf-result.ts'
import { type Half, maxCharacters, openFiles } from './pdf-task.ts'
import { bytesAt, type OpenPdf, type Pdfium } from './pdfium.ts'

type Part = { page: number; half: Half }

/** Fields that a program filled in but did not draw completely are drawn by PDFium, from the start. */
export function renderPage(pdfium: Pdfium, { pdf, reopen }: OpenPdf, part: Part): PdfResult {
  const rendered = drawPage(pdfium, pdf, part)
  if (!rendered) return { refused: 'too much' }
  const incomplete = rendered.fields.filter((words) => !isComplete(words)).map(({ field }) => field.index)
  if (incomplete.length === 0) return resultOf(rendered)
  return resultOf(drawPage(pdfium, reopen(), { ...part, redrawn: new Set(incomplete) }) ?? rendered)
}

type Rendered = { size: RenderSize; text: string; fields: FieldWords[] }

function drawPage(
  pdfium: Pdfium,
  pdf: number,
  { page: number, half, redrawn }: Part & { redrawn?: ReadonlySet<number> },
): Rendered | undefined {
  const page = pdfium._FPDF_LoadPage(pdf, number - 1)
  if (!page) return undefined
  const box = { width: pdfium._FPDF_GetPageWidth(page), height: pdfium._FPDF_GetPageHeight(page) }
  const size = renderSizeOf(box, half)
  if (!size) return undefined
  const view = { pdfium, page, size }
  const form = openForm(pdfium, pdf)
  const annotations = prepareAnnotations(view, form, redrawn)
  writePicture(view, form)
  const letters = lettersOf(view)
  const { others, fields } = readAnnotations(view, { pdf, number, form }, annotations)
  return { size, text: `${letters.map(({ text }) => text).join('')}\n${others}`, fields }
}

function resultOf({ size, text, fields }: Rendered): PdfResult {
  const words = [text, ...fields.map(wordsOfField)].join('\n').trim().slice(0, maxCharacters)
  return { rendered: { width: size.width, height: size.height, text: words } }
}

/** PDFium's flag for annotations. */
const withAnnotations = 1

function writePicture(view: PageView, form: number) {
  const { pdfium, page } = view
  withPicture(view, rgbOnWhite, {
    draw: (bitmap, ...placement) => {
      const [x, y, width, height, rotation, flags] = placement
      pdfium._FPDF_RenderPageBitmap(bitmap, page, x, y, width, height, rotation, flags | withAnnotations)
      pdfium._FPDF_FFLDraw(form, bitmap, page, ...placement)
    },
    use: (pointer, byteLength) => writeAll(bytesAt(pdfium, pointer, byteLength)),
  })
}

function writeAll(bytes: Uint8Array) {
  for (let written = 0; written < bytes.length; )
    written += writeSync(openFiles.pixels, bytes, written, bytes.length - written, written)
}
