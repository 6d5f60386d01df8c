import { PDFiumModule } from '@hyzyla/pdfium'

/** What PDFium can do and its types do not say. */
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
    if (memory.buffer.byteLength + pages * pageBytes > mostMemory) throw new RangeError('This is too much.')
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
