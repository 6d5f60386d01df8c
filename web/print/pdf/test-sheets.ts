import { type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib'
import { sheetSize } from '../imposition/layouts.ts'
import { drawText } from './draw-text.ts'
import { points } from './points.ts'
import type { PdfFile, PrintJob } from './write-pdf.ts'
import { addSheet, newDocument, toPdfBlob } from './write-pdf.ts'

const black = rgb(0, 0, 0)
const arrow = 'M20 0 40 24H27V60H13V24H0Z'

/** Two test sheets for manual duplex. The arrow shows the rotation, the numbers the order of the pile. */
export async function testSheets(job: PrintJob, { fronts, backs }: TestTexts): Promise<PdfFile[]> {
  return [
    { name: 'test-fronts', pdf: await testFile(job, fronts, fronts.names) },
    { name: 'test-backs', pdf: await testFile(job, backs, backs.names.toReversed()) },
  ]
}

/** In the language of the page. `names` has one for each sheet. */
export type TestTexts = Record<'fronts' | 'backs', { title: string; names: string[]; hint: string }>

async function testFile(job: PrintJob, { title, hint }: TestTexts['fronts'], names: string[]) {
  const document = await newDocument({ ...job, title }, 'Simplex')
  const font = await document.embedFont(StandardFonts.HelveticaBold)
  for (const name of names) {
    const page = addSheet(document, sheetSize(job.layout, job.paper))
    drawArrow(page)
    await drawText(page, font, { text: name, size: 28, y: page.getHeight() * 0.34 })
    await drawText(page, font, { text: hint, size: 11, y: page.getHeight() * 0.27 })
  }
  return toPdfBlob(document)
}

function drawArrow(page: PDFPage) {
  const scale = points(1)
  const x = (page.getWidth() - 40 * scale) / 2
  page.drawSvgPath(arrow, { x, y: page.getHeight() - points(25), scale, color: black })
}
