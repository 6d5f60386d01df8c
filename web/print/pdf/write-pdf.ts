import { Duplex, PDFDocument, type PDFPage, PrintScaling } from '@cantoo/pdf-lib'
import { cellsOn } from '../imposition/cells.ts'
import { type Size, sheetSize } from '../imposition/paper.ts'
import type { PrintFile } from '../imposition/print-files.ts'
import { drawMarks } from './draw-marks.ts'
import { drawPicture } from './draw-picture.ts'
import { embedPicture, type Picture } from './embed-picture.ts'
import { points } from './points.ts'
import type { PrintJob } from './print-job.ts'

/** A PDF being written: its sides are there from the start, pictures come one after the other. */
export type OpenPdf = { file: PrintFile; document: PDFDocument; sides: PDFPage[] }

export const openPdfs = (job: PrintJob) => Promise.all(job.files.map((file) => openPdf(job, file)))

async function openPdf(job: PrintJob, file: PrintFile): Promise<OpenPdf> {
  const size = sheetSize(job.layout, job.paper)
  const document = await newDocument(job, file.duplex)
  const sides = file.sides.map(() => addSheet(document, size))
  if (job.withMarks) for (const side of sides) drawMarks(side, job.layout, size)
  return { file, document, sides }
}

/** Printers are asked not to scale, which would move every fold, and to turn the paper as the backs need it. */
export async function newDocument({ title, maker, language }: PrintJob, duplex: PrintFile['duplex']) {
  const document = await PDFDocument.create()
  document.setTitle(title, { showInWindowTitleBar: true })
  document.setAuthor(maker)
  document.setCreator('Foldout')
  document.setLanguage(language)
  const preferences = document.catalog.getOrCreateViewerPreferences()
  preferences.setPrintScaling(PrintScaling.None)
  preferences.setDuplex(Duplex[duplex])
  return document
}

export const addSheet = (document: PDFDocument, { width, height }: Size) =>
  document.addPage([points(width), points(height)])

/** Draws a page's picture wherever it stands; its bytes are in each document once. */
export async function addPicture(pdfs: OpenPdf[], job: PrintJob, page: number, picture: Picture) {
  const size = sheetSize(job.layout, job.paper)
  for (const { file, document, sides } of pdfs) {
    const found = file.sides.flatMap((side, index) =>
      cellsOn(side, size, job.room).flatMap((cell) => (cell.page === page ? { cell, index } : [])),
    )
    if (found.length === 0) continue
    const image = await embedPicture(document, picture)
    for (const { cell, index } of found) {
      const side = sides[index]
      if (side) drawPicture(side, image, cell)
    }
  }
}
