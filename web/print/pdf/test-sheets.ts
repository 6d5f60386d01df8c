import { type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib'
import { sheetSize } from '../imposition/layouts.ts'
import type { PdfFile, PrintJob } from './write-pdf.ts'
import { addSheet, newDocument, points, toPdfBlob } from './write-pdf.ts'

const sheetCount = 2
const black = rgb(0, 0, 0)
const arrow = 'M20 0 40 24H27V60H13V24H0Z'

/** Two test sheets for manual duplex. The arrow shows the rotation, the numbers the order of the pile. */
export async function testSheets(job: PrintJob): Promise<PdfFile[]> {
  const numbers = Array.from({ length: sheetCount }, (_, index) => index + 1)
  return [
    { name: 'test-fronts', pdf: await testFile(job, 'Front', numbers) },
    { name: 'test-backs', pdf: await testFile(job, 'Back', numbers.toReversed()) },
  ]
}

async function testFile(job: PrintJob, side: 'Front' | 'Back', numbers: number[]) {
  const document = await newDocument({ ...job, title: `${side}s of two test sheets` }, 'Simplex')
  const font = await document.embedFont(StandardFonts.HelveticaBold)
  for (const number of numbers) {
    const page = addSheet(document, sheetSize(job.layout, job.paper))
    drawArrow(page)
    drawCentred(page, font, { text: `${side} of sheet ${number}`, size: 28, heightRatio: 0.34 })
    drawCentred(page, font, { text: hints[side], size: 11, heightRatio: 0.27 })
  }
  return toPdfBlob(document)
}

const hints = {
  Front: 'Print both fronts, put the paper back, then print the backs.',
  Back: 'Turn this sheet over like a page. Do the number and arrow match?',
}

function drawArrow(page: PDFPage) {
  const scale = points(1)
  const x = (page.getWidth() - 40 * scale) / 2
  page.drawSvgPath(arrow, { x, y: page.getHeight() - points(25), scale, color: black })
}

type CentredText = { text: string; size: number; heightRatio: number }
function drawCentred(page: PDFPage, font: PDFFont, { text, size, heightRatio }: CentredText) {
  const x = (page.getWidth() - font.widthOfTextAtSize(text, size)) / 2
  page.drawText(text, { x, y: page.getHeight() * heightRatio, size, font, color: black })
}
