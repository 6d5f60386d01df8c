import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { PAPERS } from './inks.ts'
import { renderPage } from './page.ts'
import { readPrints } from './prints.ts'
import type { PrintedZine } from './zine.ts'

// Draws the demo's booklet as somebody would scan it: sheets of A4 taken apart, both sides of each, every side two pages.

const SHEET = { width: 2338, height: 1654 }
const HALF = SHEET.width / 2
const PAGE_WIDTH = 1068
/** In points, of which an inch has 72. */
const A4 = [841.89, 595.28] as const

/** Page numbers of a booklet in the order in which its sides lie on the scanner: 8|1, 2|7, 6|3, 4|5. */
function sidesOf(pages: number): [left: number, right: number][] {
  return Array.from({ length: pages / 2 }, (_, side) => {
    const outer = pages - side
    const inner = side + 1
    return side % 2 ? [inner, outer] : [outer, inner]
  })
}

/** A little askew, on a lid that is not quite white, with the shadow of the fold. */
async function scan(zine: PrintedZine, [left, right]: [number, number], turn: number): Promise<Buffer> {
  const drawn = [left, right].map((page) =>
    sharp(Buffer.from(renderPage(zine, page - 1)))
      .resize(PAGE_WIDTH)
      .png()
      .toBuffer(),
  )
  const pages = (await Promise.all(drawn)).map((input, half) => {
    const top = Math.round((SHEET.height - PAGE_WIDTH * 1.25) / 2)
    return { input, top, left: Math.round(HALF * half + (HALF - PAGE_WIDTH) / 2) }
  })
  const sheet = sharp({ create: { ...SHEET, channels: 3, background: PAPERS[zine.paper] } })
  const flat = await sheet
    .composite([...pages, { input: FOLD, top: 0, left: 0 }])
    .png()
    .toBuffer()
  const askew = await sharp(flat)
    .rotate(turn, { background: '#dedbd3' })
    .toBuffer({ resolveWithObject: true })
  const { width, height } = askew.info
  const middle = {
    left: Math.floor((width - SHEET.width) / 2),
    top: Math.floor((height - SHEET.height) / 2),
    ...SHEET,
  }
  return sharp(askew.data).extract(middle).blur(0.7).jpeg({ quality: 60 }).toBuffer()
}

const FOLD = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="${SHEET.width}" height="${SHEET.height}">
    <linearGradient id="fold"><stop offset=".47" stop-opacity="0"/><stop offset=".5" stop-opacity=".22"/>
    <stop offset=".505" stop-opacity=".04"/><stop offset=".53" stop-opacity="0"/></linearGradient>
    <rect width="100%" height="100%" fill="url(#fold)"/></svg>`,
)

async function bind(title: string, sides: Buffer[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false })
  pdf.setTitle(title)
  for (const side of sides) {
    const [width, height] = A4
    pdf.addPage([width, height]).drawImage(await pdf.embedJpg(side), { x: 0, y: 0, width, height })
  }
  return pdf.save()
}

const folder = resolve(process.argv[2] ?? fileURLToPath(new URL('../../demo/', import.meta.url)))
for (const zine of readPrints().booklets) {
  const turns = [0.4, -0.3, 0.2, -0.5]
  const sides = sidesOf(zine.pages).map((side, at) => scan(zine, side, turns[at % turns.length] ?? 0))
  const bytes = await bind(zine.title, await Promise.all(sides))
  writeFileSync(resolve(folder, `${zine.id}-booklet.pdf`), bytes)
  console.log(`${zine.id}: ${(bytes.length / 1e6).toFixed(2)} MB`)
}
