import { fstatSync, readSync } from 'node:fs'
import { PDFiumModule } from '@hyzyla/pdfium'
import type { PdfResult } from './pdf-result.ts'
import { openFiles, type PageBox } from './pdf-task.ts'

/** Functions of PDFium that its package exports but does not declare. */
type UndeclaredFunction =
  | `_FPDF_${'GetFormType' | 'GetPageSizeByIndexF' | 'GetPageBoundingBox' | 'PageToDevice'}`
  | `_FPDFPage_${'Flatten' | 'GenerateContent' | 'RemoveObject' | `Set${'Media' | 'Crop' | 'Art'}Box`}`
  | `_FPDFPage_${'GetAnnotCount' | 'GetAnnot' | 'CloseAnnot'}`
  | `_FPDFAnnot_${'GetSubtype' | 'GetFlags' | 'SetFlags' | 'HasKey' | 'GetRect' | 'SetAP' | 'GetStringValue' | 'IsChecked'}`
  | `_FPDFAnnot_${'GetFormFieldType' | 'GetFormFieldFlags' | 'GetFormFieldValue'}`
  | `_FPDFAnnot_${'GetOptionCount' | 'IsOptionSelected' | 'GetOptionLabel'}`
  | `_FPDFText_${'GetUnicode' | 'GetTextObject' | 'GetCharBox' | 'HasUnicodeMapError'}`
  | `_FPDFTextObj_${'GetFont' | 'GetTextRenderMode' | 'SetTextRenderMode'}`
  | `_FPDFFont_${'GetIsEmbedded' | 'GetBaseFontName' | 'GetGlyphPath'}`
  | `_FPDFPageObj_${'SetIsActive' | 'GetBounds' | 'SetStrokeWidth' | 'Transform'}`
  | `_FPDFFormObj_${'CountObjects' | 'GetObject'}`

type UndeclaredPdfium = Record<UndeclaredFunction, (...args: number[]) => number> & {
  wasmExports: { memory: WebAssembly.Memory }
}
export type Pdfium = Awaited<ReturnType<typeof PDFiumModule>> & UndeclaredPdfium

/** Memory of PDFium itself. Including Node, a reader has 1.2 GB. */
const maxMemory = 1024 * 1024 * 1024

/** This PDFium is built without a script engine, so no script ever runs. */
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

/** Reads a text that `write` puts at a pointer: UTF-16, with a zero at its end. It returns the length in bytes. */
export function readText(pdfium: Pdfium, write: (pointer: number, byteLength: number) => number): string {
  const byteLength = write(0, 0)
  if (byteLength <= 2) return ''
  return withMemory(pdfium, byteLength, (pointer) => {
    write(pointer, byteLength)
    return new TextDecoder('utf-16le').decode(bytesAt(pdfium, pointer, byteLength - 2))
  })
}

/** In points, from the bottom of the page to its top. */
export type Box = { left: number; right: number; bottom: number; top: number }

export const readBox = (pdfium: Pdfium, write: (pointer: number) => void): Box =>
  withMemory(pdfium, 16, (pointer) => {
    write(pointer)
    const numbers = numbersAt(pdfium, pointer)
    const [left = 0, top = 0, right = 0, bottom = 0] = [0, 4, 8, 12].map((at) => numbers.getFloat32(at, true))
    return { left, right, bottom, top }
  })

export const bytesAt = ({ HEAPU8 }: Pdfium, pointer: number, length: number) =>
  HEAPU8.subarray(pointer, pointer + length)

export const numbersAt = ({ HEAPU8 }: Pdfium, pointer: number) => new DataView(HEAPU8.buffer, pointer)

/** PDFium's codes for files with a password, and for files with unsupported protection. */
const lockedErrors = [4, 5]

type RefusedResult = Extract<PdfResult, { refused: string }>

/** Drawing a page changes it. `reopen` opens the PDF as it was sent. */
export type OpenPdf = { pdf: number; reopen: () => number }

export function openPdf(pdfium: Pdfium): OpenPdf | RefusedResult {
  const { size } = fstatSync(openFiles.sent)
  const pointer = pdfium.wasmExports.malloc(size)
  if (!pointer) return { refused: 'damaged' }
  readAll(bytesAt(pdfium, pointer, size))
  const open = () => pdfium._FPDF_LoadMemDocument(pointer, size, 0)
  const pdf = open()
  if (pdf) return { pdf, reopen: open }
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
