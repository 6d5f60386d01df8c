import type { PDFFont, PDFPage } from '@cantoo/pdf-lib'
import { rgb } from '@cantoo/pdf-lib'
import { points } from './points.ts'

const black = rgb(0, 0, 0)

/** `x` and `y` are the start of the line, in points. Without `x`, it is in the middle of the page. */
export type DrawnText = { text: string; size: number; x?: number; y: number }

/** A long text becomes smaller, so that it keeps its margin, or one of 10 mm. */
export async function drawText(page: PDFPage, font: PDFFont, { text, size, x, y }: DrawnText) {
  const space = page.getWidth() - (x === undefined ? 2 * points(10) : x + points(10))
  const left = (width: number) => x ?? (page.getWidth() - width) / 2
  const drawable = new Set(font.getCharacterSet())
  if (![...text].every((character) => drawable.has(character.codePointAt(0) ?? 0))) {
    const { png, width, height } = await pictureOf(page, text, size)
    const scale = Math.min(1, space / width)
    const [drawnWidth, drawnHeight] = [width * scale, height * scale]
    return page.drawImage(png, { x: left(drawnWidth), y: y - drawnHeight / 4, width: drawnWidth, height: drawnHeight })
  }
  const fitted = size * Math.min(1, space / font.widthOfTextAtSize(text, size))
  page.drawText(text, { x: left(font.widthOfTextAtSize(text, fitted)), y, size: fitted, font, color: black })
}

const pixelsPerPoint = 4

/** Standard fonts have only Western letters. The device has fonts for all that its owner reads. */
async function pictureOf(page: PDFPage, text: string, size: number) {
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
  return { png, width: width / pixelsPerPoint, height: 2 * size }
}
