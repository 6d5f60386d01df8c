import { fstatSync, readSync } from 'node:fs'
import { PDFiumModule } from '@hyzyla/pdfium'
import type { PdfAnswer } from './pdf-answer.ts'
import { openFiles, type PageBox } from './pdf-task.ts'

type Untyped = {
  _FPDF_GetPageSizeByIndexF(pdf: number, index: number, size: number): number
  _FPDF_DeviceToPage(page: number, ...rest: number[]): number
  _FPDFText_GetBoundedText(text: number, ...rest: number[]): number
  wasmExports: { memory: WebAssembly.Memory }
}
export type Pdfium = Awaited<ReturnType<typeof PDFiumModule>> & Untyped

/** Of its own memory: with what Node needs beside it, a reader has 1.2 GB. */
const mostMemory = 1024 * 1024 * 1024

/** PDFium as it comes, without what draws forms: no script and no form is ever begun. */
export async function loadPdfium(): Promise<Pdfium> {
  const pdfium = (await PDFiumModule({})) as Pdfium
  boundMemory(pdfium.wasmExports.memory)
  pdfium._FPDF_InitLibraryWithConfig({})
  return pdfium
}

/** Left to itself it takes 2 GB. Whoever is refused memory gives up what it draws. */
function boundMemory(memory: WebAssembly.Memory) {
  const pageBytes = 64 * 1024
  const grow = memory.grow.bind(memory)
  memory.grow = (pages: number) => {
    if (memory.buffer.byteLength + pages * pageBytes > mostMemory)
      throw new RangeError('This is too complex.')
    return grow(pages)
  }
}

/** Memory of PDFium's own, for as long as `use` takes. It never moves, but its bytes do when there are more. */
export function withMemory<Result>(pdfium: Pdfium, byteLength: number, use: (at: number) => Result): Result {
  const at = pdfium.wasmExports.malloc(byteLength)
  if (!at) throw new RangeError('There is no memory left.')
  try {
    return use(at)
  } finally {
    pdfium.wasmExports.free(at)
  }
}

export const bytesAt = ({ HEAPU8 }: Pdfium, at: number, length: number) => HEAPU8.subarray(at, at + length)

export const numbersAt = ({ HEAPU8 }: Pdfium, at: number) => new DataView(HEAPU8.buffer, at)

/** As PDFium calls them: it needs a password, or protects its files in a way of its own. */
const lockedErrors = [4, 5]

type Refused = Extract<PdfAnswer, { refused: string }>

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
