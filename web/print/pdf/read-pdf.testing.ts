import type { PDFiumDocument, PDFiumPage } from '@hyzyla/pdfium'
import { numberedSize, readNumber } from './numbered-page.testing.ts'

type Grid = { rows: number; columns: number }
type Read = { page: number | null; isRotated: boolean }[][]

/** Reads the numbered pages on each side of a PDF, as PDFium renders it. */
export async function readSides(pdf: PDFiumDocument, ...grids: Grid[]): Promise<Read[]> {
  const sides: Read[] = []
  for (const page of pdf.pages()) {
    const grid = grids[sides.length % grids.length]
    if (grid) sides.push(await readSide(page, grid))
  }
  return sides
}

async function readSide(page: PDFiumPage, { rows, columns }: Grid): Promise<Read> {
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const scale = (32 * columns) / originalWidth
  const { data, width, height } = await page.render({ scale, render: 'bitmap' })
  const cell = { width: originalWidth / columns, height: originalHeight / rows }
  // On a poster in landscape format, the top of the page is on the left.
  const isTurned = cell.width > cell.height
  const printed = isTurned ? { width: numberedSize.height, height: numberedSize.width } : numberedSize
  const fitScale = Math.min((cell.width - 2 * margin) / printed.width, (cell.height - 2 * margin) / printed.height)
  const [w, h] = [printed.width * fitScale, printed.height * fitScale]
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) =>
      readNumber((pageX, pageY) => {
        const [x, y] = isTurned ? [pageY, 1 - pageX] : [pageX, pageY]
        const across = Math.floor(((column + 0.5) * cell.width + (x - 0.5) * w) * scale)
        const down = Math.floor(((row + 0.5) * cell.height + (y - 0.5) * h) * scale)
        const at = (Math.min(down, height - 1) * width + Math.min(across, width - 1)) * 4
        return [...data.subarray(at, at + 3)]
      }),
    ),
  )
}

/** Five millimetres in points, independent of the code under test. */
const margin = (5 * 72) / 25.4
