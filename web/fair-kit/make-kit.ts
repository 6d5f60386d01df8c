import { degrees, grayscale, type PDFImage, type PDFPage } from '@cantoo/pdf-lib'
import type { PageRecipe } from '#contract/page-recipe.ts'
import { type Paper, type Size, sheetSize } from '#web/print/imposition/layouts.ts'
import { points } from '#web/print/pdf/points.ts'
import { addSheet, newDocument, toPdfBlob } from '#web/print/pdf/write-pdf.ts'
import { renderPage } from '#web/typeset/draw/render-page.ts'
import { blankRecipe } from '#web/typeset/recipe.ts'

/** What a sign or a card says. The address is a QR code. */
export type CardText = { title: string; text: string; address: string; language: string }

export type Kit = { sign: CardText; cards: CardText[] }

/** Cards in millimeters: ten are on a sheet of A4 or Letter. */
const card: Size = { width: 85, height: 52 }
const [columns, rows] = [2, 5]
const perSheet = columns * rows

const pixelsPerMm = 300 / 25.4
const inPixels = ({ width, height }: Size): Size => ({
  width: Math.round(width * pixelsPerMm),
  height: Math.round(height * pixelsPerMm),
})

type Options = { paper: Paper; author: string; signal: AbortSignal; onCard: (count: number) => void }

/** Makes a PDF: a sign that stands on a table when its sheet is folded, then sheets of cards. */
export async function makeKit({ sign, cards }: Kit, { paper, author, signal, onCard }: Options): Promise<Blob> {
  const size = sheetSize('single', paper)
  const document = await newDocument({ title: sign.title, author, language: sign.language || 'en' }, 'Simplex')
  const half = { width: size.width, height: size.height / 2 }
  const draw = async (text: CardText, area: Size) => {
    const { file } = await renderPage(recipeOf(text), inPixels(area), { signal })
    return document.embedPng(await file.arrayBuffer())
  }
  const front = addSheet(document, size)
  drawSign(front, await draw(sign, half))
  let sheet = front
  for (const [index, text] of cards.entries()) {
    onCard(index + 1)
    if (index % perSheet === 0) {
      sheet = addSheet(document, size)
      drawCuts(sheet, size)
    }
    drawCard(sheet, await draw(text, card), { index: index % perSheet, size })
  }
  return toPdfBlob(document)
}

/** Cards look like the back cover of a zine. */
const recipeOf = ({ title, text, address, language }: CardText): PageRecipe => ({
  ...blankRecipe('back'),
  title,
  text,
  captions: [address],
  paper: 'white',
  inks: ['black', 'pink'],
  language,
})

/** Both halves can be read when the sheet stands like a tent. */
function drawSign(sheet: PDFPage, picture: PDFImage) {
  const [width, height] = [sheet.getWidth(), sheet.getHeight() / 2]
  sheet.drawImage(picture, { x: 0, y: 0, width, height })
  sheet.drawImage(picture, { x: width, y: 2 * height, width, height, rotate: degrees(180) })
}

type Place = { index: number; size: Size }

const startOf = (size: Size) => ({
  x: (size.width - columns * card.width) / 2,
  y: (size.height - rows * card.height) / 2,
})

function drawCard(sheet: PDFPage, picture: PDFImage, { index, size }: Place) {
  const start = startOf(size)
  const x = start.x + (index % columns) * card.width
  const bottom = start.y + (rows - 1 - Math.floor(index / columns)) * card.height
  const [width, height] = [points(card.width), points(card.height)]
  sheet.drawImage(picture, { x: points(x), y: points(bottom), width, height })
}

/** Lines from the edge of the paper to the cards. */
function drawCuts(sheet: PDFPage, size: Size) {
  const { x, y } = startOf(size)
  const line = (from: [number, number], to: [number, number]) =>
    sheet.drawLine({
      start: { x: points(from[0]), y: points(from[1]) },
      end: { x: points(to[0]), y: points(to[1]) },
      thickness: points(0.2),
      color: grayscale(0.5),
    })
  for (let column = 0; column <= columns; column += 1) {
    const at = x + column * card.width
    line([at, 0], [at, y - 1])
    line([at, size.height], [at, size.height - y + 1])
  }
  for (let row = 0; row <= rows; row += 1) {
    const at = y + row * card.height
    line([0, at], [x - 1, at])
    line([size.width, at], [size.width - x + 1, at])
  }
}
