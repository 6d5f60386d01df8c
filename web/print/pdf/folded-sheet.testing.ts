import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium'
import sharp, { type Sharp } from 'sharp'
import { readFoldedCopies } from '../imposition/folding.testing.ts'

type FoldedSheet = { sheets: number; size: { width: number; height: number }; pages: Buffer[] }

const [columns, rows] = [4, 2]
const pointsPerMm = 72 / 25.4
/** Independent of the code under test: the margin of a page in millimetres, and the ratio of A-size pages. */
const margin = 5
const ratio = 1 / Math.SQRT2
/** Small enough that antialiasing does not matter. */
const thumbnail = { width: 24, height: 34 }

/** Prints and folds a one-sheet zine. Returns small pictures of its pages, as a reader sees them one after another. */
export async function foldSheet(pdfBytes: Uint8Array): Promise<FoldedSheet> {
  const library = await PDFiumLibrary.init()
  const pdf = await library.loadDocument(pdfBytes)
  const { originalWidth: width, originalHeight: height } = pdf.getPage(0).getOriginalSize()
  const cells = await cutIntoCells(pdf)
  const sheets = pdf.getPageCount()
  pdf.destroy()
  library.destroy()
  const side = [0, 1].map((row) => [0, 1, 2, 3].map((column) => ({ page: row * columns + column, isRotated: false })))
  const [marks = []] = readFoldedCopies([[side]], { layout: 'mini', flip: 'long', direction: 'ltr', pages: 8 })
  const pages = marks.map(({ page, isRotated }) => {
    const cell = sharp(cells[page ?? 0])
    return thumbnailOf(isRotated ? cell.rotate(180) : cell)
  })
  return { sheets, size: { width: Math.round(width), height: Math.round(height) }, pages: await Promise.all(pages) }
}

/** The printed area of each cell as a PNG. */
async function cutIntoCells(pdf: PDFiumDocument) {
  const scale = 2
  const { data, width, height } = await pdf.getPage(0).render({ scale, render: 'bitmap' })
  const [cellWidth, cellHeight] = [width / columns, height / rows]
  const space = 2 * margin * pointsPerMm * scale
  const pageWidth = Math.min(cellWidth - space, (cellHeight - space) * ratio)
  const area = { width: Math.floor(pageWidth), height: Math.floor(pageWidth / ratio) }
  const cells = Array.from({ length: rows * columns }, (_, index) => ({
    left: Math.round(((index % columns) + 0.5) * cellWidth - area.width / 2),
    top: Math.round((Math.floor(index / columns) + 0.5) * cellHeight - area.height / 2),
  }))
  const raw = { width, height, channels: 4 } as const
  return Promise.all(
    cells.map((at) =>
      sharp(data, { raw })
        .extract({ ...at, ...area })
        .png()
        .toBuffer(),
    ),
  )
}

const thumbnailOf = (picture: Sharp) =>
  picture
    .removeAlpha()
    .resize({ ...thumbnail, fit: 'fill' })
    .raw()
    .toBuffer()

/** Which of these pictures each page shows: the most similar one, or -1 if none is. */
export async function recognise(pages: Buffer[], pictures: Buffer[]) {
  const candidates = await Promise.all(pictures.map((picture) => thumbnailOf(sharp(picture))))
  return pages.map((page) => {
    const distances = candidates.map((candidate) => distance(page, candidate))
    const least = Math.min(...distances)
    return least < maxDistance ? distances.indexOf(least) : -1
  })
}

const maxDistance = 8

const distance = (one: Buffer, other: Buffer) =>
  one.reduce((total, byte, index) => total + Math.abs(byte - (other[index] ?? 0)), 0) / one.length
