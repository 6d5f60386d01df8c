import { type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib'
import { sheetSize } from '../imposition/layouts.ts'
import type { PdfFile, PrintJob } from './write-pdf.ts'
import { addSheet, newDocument, points, toPdfBlob } from './write-pdf.ts'

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
    await drawCentred(page, font, { text: name, size: 28, heightRatio: 0.34 })
    await drawCentred(page, font, { text: hint, size: 11, heightRatio: 0.27 })
  }
  return toPdfBlob(document)
}

function drawArrow(page: PDFPage) {
  const scale = points(1)
  const x = (page.getWidth() - 40 * scale) / 2
  page.drawSvgPath(arrow, { x, y: page.getHeight() - points(25), scale, color: black })
}

type CentredText = { text: string; size: number; heightRatio: number }
async function drawCentred(page: PDFPage, font: PDFFont, { text, size, heightRatio }: CentredText) {
  const y = page.getHeight() * heightRatio
  const drawable = new Set(font.getCharacterSet())
  if (![...text].every((character) => drawable.has(character.codePointAt(0) ?? 0)))
    return drawPictureOf(page, { text, size, y })
  const fitted = size * fitScale(page, font.widthOfTextAtSize(text, size))
  const x = (page.getWidth() - font.widthOfTextAtSize(text, fitted)) / 2
  page.drawText(text, { x, y, size: fitted, font, color: black })
}

/** Makes a long text smaller, so that it keeps a margin of 10 mm. */
const fitScale = (page: PDFPage, width: number) => Math.min(1, (page.getWidth() - 2 * points(10)) / width)

const pixelsPerPoint = 4

/** Standard fonts have only Western letters. The device has fonts for all that its owner reads. */
async function drawPictureOf(page: PDFPage, { text, size, y }: { text: string; size: number; y: number }) {
  const font = `bold ${size * pixelsPerPoint}px sans-serif`
  const measuring = new OffscreenCanvas(1, 1).getContext('2d')
  if (measuring) measuring.font = font
  const width = Math.ceil(measuring?.measureText(text).width ?? 1)
  const canvas = new OffscreenCanvas(width, 2 * size * pixelsPerPoint)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser can’t process images')
  context.font = font
  context.fillText(text, 0, 1.5 * size * pixelsPerPoint)
  const png = await page.doc.embedPng(await (await canvas.convertToBlob()).arrayBuffer())
  const drawn = png.scale(fitScale(page, width / pixelsPerPoint) / pixelsPerPoint)
  page.drawImage(png, { x: (page.getWidth() - drawn.width) / 2, y: y - drawn.height / 4, ...drawn })
}
