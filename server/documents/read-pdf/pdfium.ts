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

/** Memory of PDFium itself. Including Node, a reader has 1.2 GB. */
const mostMemory = 1024 * 1024 * 1024

/** PDFium without form support, so no script and no form ever runs. */
export async function loadPdfium(): Promise<Pdfium> {
  const pdfium = (await PDFiumModule({})) as Pdfium
  boundMemory(pdfium.wasmExports.memory)
  pdfium._FPDF_InitLibraryWithConfig({})
  return pdfium
}

/** Without this it takes up to 2 GB. PDFium stops rendering when it gets no more memory. */
function boundMemory(memory: WebAssembly.Memory) {
  const pageBytes = 64 * 1024
  const grow = memory.grow.bind(memory)
  memory.grow = (pages: number) => {
    if (memory.buffer.byteLength + pages * pageBytes > mostMemory)
      throw new RangeError('This is too complex.')
    return grow(pages)
  }
}

/** PDFium memory for the duration of `use`. The address is stable, but growing memory replaces the underlying buffer. */
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

/** PDFium's codes for files with a password, and for files with unsupported protection. */
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
