import {
  clip,
  concatTransformationMatrix,
  Duplex,
  degrees,
  drawObject,
  endPath,
  grayscale,
  PDFDocument,
  type PDFPage,
  PrintScaling,
  popGraphicsState,
  pushGraphicsState,
  rectangle,
  StandardFonts,
} from '@cantoo/pdf-lib'
import type { ReadingDirection } from '#contract/aspect-ratios.ts'
import type { PaperColour } from '#contract/page-recipe.ts'
import {
  type Box,
  cropMarks,
  cutsToTheLeft,
  fitInside,
  type Line,
  type Marks,
  type PageMargins,
  type PlacedCell,
  placeCells,
  scissors,
  sheetNumber,
} from '../imposition/cells.ts'
import type { PrintFile, Side } from '../imposition/impose.ts'
import type { Layout } from '../imposition/layouts.ts'
import { type Paper, type Size, sheetSize } from '../imposition/layouts.ts'
import type { Trim } from '../imposition/trims.ts'
import { isTurned } from '../wide-pages.ts'
import { addTrimmedSheet, trimmedCell } from './bleed-pages.ts'
import { type Embedded, embedPicture, type Picture } from './embed-picture.ts'
import { points } from './points.ts'
import { drawTextLayer, type Matrix } from './text-layer.ts'

export type OpenPdf = { file: PrintFile; document: PDFDocument; sides: PDFPage[] }

export const openPdfs = (job: PrintJob) => Promise.all(job.files.map((file) => openPdf(job, file)))

async function openPdf(job: PrintJob, file: PrintFile): Promise<OpenPdf> {
  const size = sheetSize(job.layout, job.paper)
  const document = await newDocument(job, file.duplex)
  const sides = file.sides.map((side) => {
    const trim = job.trims?.[(side[0]?.[0]?.page ?? 0) - 1]
    return trim ? addTrimmedSheet(document, trim) : addSheet(document, size)
  })
  if (job.withMarks) {
    for (const [index, side] of file.sides.entries()) {
      const page = sides[index]
      if (page) drawMarks(page, cropMarks(side, size, job.layout, job.direction))
    }
    await drawNumbers(document, sides, file.numbers)
  }
  return { file, document, sides }
}

type Description = Pick<PrintJob, 'title' | 'author' | 'language'>

/** Asks printers not to scale, which would move the folds, and to flip as the backs require. */
export async function newDocument({ title, author, language }: Description, duplex: PrintFile['duplex']) {
  const document = await PDFDocument.create()
  document.setTitle(title, { showInWindowTitleBar: true })
  document.setAuthor(author)
  document.setCreator('Foldout')
  document.setLanguage(language)
  const preferences = document.catalog.getOrCreateViewerPreferences()
  preferences.setPrintScaling(PrintScaling.None)
  preferences.setDuplex(Duplex[duplex])
  return document
}

export const addSheet = (document: PDFDocument, { width, height }: Size) =>
  document.addPage([points(width), points(height)])

export const toPdfBlob = async (document: PDFDocument) =>
  new Blob([(await document.save()) as Uint8Array<ArrayBuffer>], { type: 'application/pdf' })

/** Draws a page's picture in all its positions. Each document embeds the bytes once. */
export async function addPicture(pdfs: OpenPdf[], job: PrintJob, page: number, picture: Picture) {
  const size = sheetSize(job.layout, job.paper)
  for (const { file, document, sides } of pdfs) {
    const placements = file.sides.flatMap((side, index) =>
      cellsOf(job, side, size).flatMap((cell) => (cell.page === page ? { cell, index } : [])),
    )
    if (placements.length === 0) continue
    const image = await embedPicture(document, picture, job.removedPapers[page - 1])
    for (const { cell, index } of placements) {
      const side = sides[index]
      if (!side) continue
      const matrix = drawPicture(side, image, { ...cell, isTurned: isTurned(image, cell.area, job.turnsWide) })
      drawTextLayer(side, job.transcripts[page - 1] ?? '', matrix)
    }
  }
}

/** Sheets that are trimmed have one page each. */
function cellsOf({ trims, margins }: PrintJob, side: Side, size: Size) {
  const page = side[0]?.[0]?.page
  const trim = page && trims?.[page - 1]
  return trim ? [trimmedCell(trim, page)] : placeCells(side, size, margins)
}

const grey = grayscale(0.5)
const thickness = points(0.2)

function drawMarks(page: PDFPage, { ticks, cuts }: Marks) {
  for (const tick of ticks) page.drawLine({ ...lineEnds(page, tick), thickness, color: grey })
  for (const cut of cuts) {
    page.drawLine({ ...lineEnds(page, cut), thickness, color: grey, dashArray: [points(2), points(1.5)] })
    drawScissors(page, cut)
  }
}

const lineEnds = (page: PDFPage, { from, to }: Line) => ({
  start: { x: points(from.x), y: page.getHeight() - points(from.y) },
  end: { x: points(to.x), y: page.getHeight() - points(to.y) },
})

function drawScissors(page: PDFPage, cut: Line) {
  const isTurned = cutsToTheLeft(cut)
  const up = (isTurned ? -1 : 1) * (scissors.height / 2)
  page.drawSvgPath(scissors.path, {
    x: points(cut.from.x),
    y: page.getHeight() - points(cut.from.y - up),
    rotate: degrees(isTurned ? 180 : 0),
    scale: points(1),
    borderColor: grey,
    borderWidth: 0.25,
  })
}

async function drawNumbers(document: PDFDocument, sides: PDFPage[], numbers: PrintFile['numbers']) {
  if (numbers.length === 0) return
  const font = await document.embedFont(StandardFonts.Helvetica)
  const size = points(sheetNumber.size)
  for (const [index, side] of sides.entries()) {
    const text = String(numbers[index] ?? '')
    const x = (side.getWidth() - font.widthOfTextAtSize(text, size)) / 2
    if (text) side.drawText(text, { x, y: side.getHeight() - points(sheetNumber.baseline), font, size, color: grey })
  }
}

/** Draws one picture uncropped, and clips it so that creep never moves it onto the next page. Returns its place. */
function drawPicture(page: PDFPage, picture: Embedded, cell: PlacedCell & { isTurned: boolean }) {
  const paper = boxOn(page, cell.area)
  const printed = cell.isTurned ? { width: picture.height, height: picture.width } : picture
  const matrix = placement(boxOn(page, fitInside(cell.box, printed)), cell)
  page.pushOperators(
    pushGraphicsState(),
    rectangle(paper.x, paper.y, paper.width, paper.height),
    clip(),
    endPath(),
    concatTransformationMatrix(...matrix),
    drawObject(page.node.newXObject('Picture', picture.ref)),
    popGraphicsState(),
  )
  return matrix
}

/**
 * PDF pictures are one unit wide and high. A rotated one starts at the opposite corner. The top of a turned one is on the
 * left, so that readers turn the zine clockwise.
 */
function placement(
  { x, y, width, height }: Box,
  { isRotated, isTurned }: Record<'isRotated' | 'isTurned', boolean>,
): Matrix {
  if (isTurned) return isRotated ? [0, -height, width, 0, x, y + height] : [0, height, -width, 0, x + width, y]
  return isRotated ? [-width, 0, 0, -height, x + width, y + height] : [width, 0, 0, height, x, y]
}

function boxOn(page: PDFPage, { x, y, width, height }: Box): Box {
  return {
    x: points(x),
    y: page.getHeight() - points(y + height),
    width: points(width),
    height: points(height),
  }
}

export type PrintJob = {
  layout: Layout
  direction: ReadingDirection
  paper: Paper
  margins: PageMargins
  withMarks: boolean
  turnsWide: boolean
  /** For each page, the paper whose color is not printed. */
  removedPapers: (PaperColour | null)[]
  /** The sizes of pages that are printed with bleed and crop marks. */
  trims: Trim[] | undefined
  /** The words on each page. */
  transcripts: string[]
  files: PrintFile[]
  /** Also makes two test sheets for manual duplex. */
  withTest: boolean
  title: string
  author: string
  language: string
}

export type PdfFile = { name: PrintFile['name'] | 'fair-kit' | 'test-fronts' | 'test-backs'; pdf: Blob }
