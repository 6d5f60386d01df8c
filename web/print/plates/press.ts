import { type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib'
import type { Ink } from '#contract/page-recipe.ts'
import type { Pictures } from '#web/typeset/draw/draw-page.ts'
import {
  drawPicturePlates,
  drawPlates,
  measurePlate,
  type PlateSettings,
  type Plates,
} from '#web/typeset/draw/draw-plates.ts'
import type { Drawing } from '#web/typeset/drawing.ts'
import { type FontFile, loadFontFiles } from '#web/typeset/fonts/load-font-files.ts'
import { sheetSize } from '../imposition/layouts.ts'
import { drawText } from '../pdf/draw-text.ts'
import { deflate } from '../pdf/embed-picture.ts'
import { points } from '../pdf/points.ts'
import {
  addPicture,
  addSheet,
  newDocument,
  type OpenPdf,
  openPdfs,
  type PdfFile,
  type PrintJob,
  toPdfBlob,
} from '../pdf/write-pdf.ts'
import { drawPlateMarks } from './plate-marks.ts'

/** A page made here, or an uploaded picture. */
export type PlateSource = { drawing: Drawing; fonts: FontFile[]; pictures: Pictures } | { picture: Blob }

export type PressTexts = {
  plates: { ink: Ink; label: string; fileName: string; colour: string }[]
  cover: { title: string; facts: string[]; order: string }
}

export type PressRequest =
  /** The inks are in the order of printing. */
  | { type: 'begin'; job: PrintJob; inks: Ink[]; settings: PlateSettings }
  | { type: 'page'; page: number; source: PlateSource }
  | { type: 'finish'; texts: PressTexts }

/** What an ink prints on a page. */
export type PrintedInk = { page: number; ink: Ink; coverage: number; reachesEdge: boolean }

export type PressResult = {
  printed?: PrintedInk[]
  /** Without an ink, the cover sheet. */
  files?: (PdfFile & { ink?: Ink })[]
}

type Press = { job: PrintJob; settings: PlateSettings; pdfs: Map<Ink, OpenPdf[]> }

let current: Press | undefined

/** Makes plates in a worker or a page, one page at a time, to keep memory low. */
export async function handle(request: PressRequest): Promise<PressResult> {
  if (request.type === 'begin') {
    const { job, inks, settings } = request
    const pdfs = inks.map(async (ink, index) => {
      // The darkest plate has the marks for folding, because two plates would print them beside each other.
      const withMarks = job.withMarks && index === inks.length - 1
      return [ink, await openPdfs({ ...job, withMarks })] as const
    })
    current = { job, settings, pdfs: new Map(await Promise.all(pdfs)) }
    return {}
  }
  if (!current) throw new Error('Nothing was begun')
  if (request.type === 'page') return { printed: await addPage(current, request.page, request.source) }
  const { texts } = request
  const files = await finish(current, texts)
  current = undefined
  return { files }
}

async function addPage({ job, settings, pdfs }: Press, page: number, source: PlateSource) {
  const { shares: plates, ...size } = await platesOf(source, settings)
  const printed: PrintedInk[] = []
  for (const [ink, shares] of plates) {
    const { coverage, reachesEdge } = measurePlate(shares, size)
    const files = pdfs.get(ink)
    if (coverage === 0 || !files) continue
    printed.push({ page, ink, coverage, reachesEdge })
    const deflated = await deflate(shares.map((share) => 255 - share))
    await addPicture(files, job, page, { kind: 'pixels', ...size, deflated, isGrey: true })
  }
  return printed
}

async function platesOf(source: PlateSource, settings: PlateSettings): Promise<Plates> {
  if ('picture' in source) {
    const picture = await createImageBitmap(source.picture)
    const plates = drawPicturePlates(picture, settings)
    picture.close()
    return plates
  }
  const { drawing, fonts, pictures } = source
  await loadFontFiles(fonts)
  const plates = await drawPlates(drawing, pictures, settings)
  for (const picture of pictures) picture?.close()
  return plates
}

async function finish({ job, pdfs }: Press, texts: PressTexts) {
  const files: NonNullable<PressResult['files']> = [{ name: 'zine', pdf: await coverSheet(job, texts) }]
  for (const [index, { ink, label }] of texts.plates.entries())
    for (const { file, document, sides } of pdfs.get(ink) ?? []) {
      document.setTitle(`${job.title}: ${label}`, { showInWindowTitleBar: true })
      const font = await document.embedFont(StandardFonts.HelveticaBold)
      for (const [at, side] of job.margins.toTheEdge ? [] : sides.entries()) {
        const text = sides.length > 1 ? `${label} · ${at + 1}/${sides.length}` : label
        await drawPlateMarks(side, font, { text, index, count: texts.plates.length })
      }
      files.push({ name: file.name, ink, pdf: await toPdfBlob(document) })
    }
  return files
}

/** Lists the paper and the inks in the order of printing. */
async function coverSheet(job: PrintJob, { plates, cover }: PressTexts) {
  const document = await newDocument(job, 'Simplex')
  const bold = await document.embedFont(StandardFonts.HelveticaBold)
  const page = addSheet(document, sheetSize('single', job.paper))
  let y = page.getHeight() - points(35)
  const x = points(20)
  await drawText(page, bold, { text: cover.title, size: 28, x, y })
  y -= points(14)
  for (const text of cover.facts) {
    await drawText(page, bold, { text, size: 11, x, y })
    y -= points(7)
  }
  y -= points(9)
  await drawText(page, bold, { text: cover.order, size: 16, x, y })
  for (const [index, { label, fileName, colour }] of plates.entries()) {
    y -= points(22)
    await drawSwatch(page, bold, { x, y, colour, number: index + 1 })
    await drawText(page, bold, { text: label, size: 13, x: x + points(24), y: y + points(9) })
    await drawText(page, bold, { text: fileName, size: 9, x: x + points(24), y: y + points(3) })
  }
  return toPdfBlob(document)
}

type Swatch = { x: number; y: number; colour: string; number: number }

function drawSwatch(page: PDFPage, font: PDFFont, { x, y, colour, number }: Swatch) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
  page.drawRectangle({ x: x + points(6), y, width: points(14), height: points(14), color: rgb(red, green, blue) })
  return drawText(page, font, { text: String(number), size: 14, x, y: y + points(5) })
}
