import { fstatSync, readSync } from 'node:fs'
import { PDFiumModule } from '@hyzyla/pdfium'
import type { PdfResult } from './pdf-result.ts'
import { openFiles, type PageBox } from './pdf-task.ts'

type UntypedPdfium = {
  _FPDF_GetPageSizeByIndexF(pdf: number, index: number, size: number): number
  _FPDF_DeviceToPage(page: number, ...rest: number[]): number
  _FPDFText_GetBoundedText(text: number, ...rest: number[]): number
  wasmExports: { memory: WebAssembly.Memory }
}
export type Pdfium = Awaited<ReturnType<typeof PDFiumModule>> & UntypedPdfium

/** Memory of PDFium itself. Including Node, a reader has 1.2 GB. */
const maxMemory = 1024 * 1024 * 1024

/** PDFium without form support, so no script and no form ever runs. */
export async function loadPdfium(): Promise<Pdfium> {
  const pdfium = (await PDFiumModule({})) as Pdfium
  limitMemory(pdfium.wasmExports.memory)
  pdfium._FPDF_InitLibraryWithConfig({})
  return pdfium
}

/** Without this it takes up to 2 GB. PDFium stops rendering when it gets no more memory. */
function limitMemory(memory: WebAssembly.Memory) {
  const pageBytes = 64 * 1024
  const grow = memory.grow.bind(memory)
  memory.grow = (pages: number) => {
    if (memory.buffer.byteLength + pages * pageBytes > maxMemory) throw new RangeError('This is too complex.')
    return grow(pages)
  }
}

/** PDFium memory for the duration of `callback`. The address is stable, but growing memory replaces the underlying buffer. */
export function withMemory<Result>(pdfium: Pdfium, byteLength: number, callback: (pointer: number) => Result): Result {
  const pointer = pdfium.wasmExports.malloc(byteLength)
  if (!pointer) throw new RangeError('There is no memory left.')
  try {
    return callback(pointer)
  } finally {
    pdfium.wasmExports.free(pointer)
  }
}

export const bytesAt = ({ HEAPU8 }: Pdfium, pointer: number, length: number) =>
  HEAPU8.subarray(pointer, pointer + length)

export const numbersAt = ({ HEAPU8 }: Pdfium, pointer: number) => new DataView(HEAPU8.buffer, pointer)

/** PDFium's codes for files with a password, and for files with unsupported protection. */
const lockedErrors = [4, 5]

type RefusedResult = Extract<PdfResult, { refused: string }>

export function openPdf(pdfium: Pdfium): { pdf: number } | RefusedResult {
  const { size } = fstatSync(openFiles.sent)
  const pointer = pdfium.wasmExports.malloc(size)
  if (!pointer) return { refused: 'damaged' }
  readAll(bytesAt(pdfium, pointer, size))
  const pdf = pdfium._FPDF_LoadMemDocument(pointer, size, 0)
  if (pdf) return { pdf }
  return { refused: lockedErrors.includes(pdfium._FPDF_GetLastError()) ? 'locked' : 'damaged' }
}

function readAll(into: Uint8Array) {
  for (let offset = 0; offset < into.length; ) {
    const bytesRead = readSync(openFiles.sent, into, offset, into.length - offset, offset)
    if (bytesRead === 0) return
    offset += bytesRead
  }
}

export function countPages(pdfium: Pdfium, pdf: number, { maxPages }: { maxPages: number }): PdfResult {
  const pageCount = pdfium._FPDF_GetPageCount(pdf)
  if (pageCount <= 0) return { refused: 'damaged' }
  const boxes = Array.from({ length: pageCount > maxPages ? 0 : pageCount }, (_, index) => boxOf(pdfium, pdf, index))
  return { counted: { pageCount, boxes } }
}

const boxOf = (pdfium: Pdfium, pdf: number, index: number): PageBox =>
  withMemory(pdfium, 8, (pointer) => {
    const hasSize = pdfium._FPDF_GetPageSizeByIndexF(pdf, index, pointer)
    const numbers = numbersAt(pdfium, pointer)
    return hasSize
      ? { width: numbers.getFloat32(0, true), height: numbers.getFloat32(4, true) }
      : { width: 0, height: 0 }
  })
