import { type Box, type Point, tenth } from '../geometry.ts'
import { shakyLine } from '../hand-made.ts'
import { letters, sizeForWidth, textWidth } from '../letters.ts'
import { isCyrillic, isJapanese } from '../scripts.ts'
import { disc, path, stroke } from '../shapes.ts'
import { folio, type Sheet } from '../sheet.ts'
import { paragraph } from '../typesetting.ts'
import { type Fitted, fitText, wrap } from '../wrapping.ts'
import { drawDoodle } from './doodles.ts'
import { tapeSnapshot } from './snapshot.ts'

/** A page from a notebook, with a photograph taped in. */
export function drawPerzine(sheet: Sheet): void {
  const notebook = drawNotebook(sheet)
  if (sheet.page) drawInside(sheet, notebook)
  else drawCover(sheet, notebook)
}

type Notebook = { squared: boolean; left: number; width: number }

function drawNotebook(sheet: Sheet): Notebook {
  const { height, margin, width, seed, keyInk, spotInk } = sheet
  const squared = seed % 2 === 1
  const ruling = squared ? squaredRuling(sheet) : linedRuling(sheet)
  sheet.inSpot(path(ruling, 'none', stroke(spotInk, squared ? 1.4 : 2.6, 'opacity=".8"')))
  if (!squared) {
    const marginLines = `M${margin + 46} 0V${height}M${margin + 54} 0V${height}`
    sheet.inSpot(path(marginLines, 'none', stroke(spotInk, 3)))
  }
  for (const y of [height * 0.12, height * 0.5, height * 0.88]) sheet.inKey(disc([28, y, 13], keyInk))
  const left = margin + 84
  return { squared, left, width: width - left - margin - 10 }
}

function squaredRuling({ width, height, margin }: Sheet): string {
  let d = ''
  for (let x = margin; x < width - margin; x += 34) d += `M${x} 0V${height}`
  for (let y = 30; y < height; y += 34) d += `M0 ${y}H${width}`
  return d
}

const LINE_HEIGHT = 116

function linedRuling({ width, height, margin }: Sheet): string {
  let d = ''
  for (let y = margin + 120; y < height - 40; y += LINE_HEIGHT / 2) d += `M0 ${y}H${width}`
  return d
}

const wobble = ({ random }: Sheet) => (random() - 0.5) * 1.6

function drawCover(sheet: Sheet, { left, width: room }: Notebook): void {
  const { width, height, margin, random, title, seed, keyInk } = sheet
  const voice = isCyrillic(title) || isJapanese(title) ? 'pen' : 'marker'
  const leading = voice === 'pen' ? 0.95 : 1
  const fitted = fitText(title, voice, { width: room, height: height * 0.3, largest: 190, leading })
  const below = drawHighlightedTitle(sheet, fitted, { voice, left }) - fitted.lineHeight * 0.55

  const photoHeight = Math.min(height - below - 250, room)
  tapeSnapshot(
    sheet,
    [width * 0.53, below + 70 + photoHeight / 2, Math.min(room * 0.86, photoHeight * 1.05), photoHeight - 30],
    (random() - 0.5) * 8 + 2,
  )
  const { size } = fitText(sheet.subtitle, 'pen', { width: room * 0.8, height: 90, largest: 82, maxLines: 1 })
  sheet.inKey(
    letters([left + room * 0.06, height - margin - 36], sheet.subtitle, {
      voice: 'pen',
      size,
      fill: keyInk,
      rotation: -2,
    }),
  )
  drawDoodle(sheet, [width - margin - 70, height - margin - 66], seed % 4 === 0 ? 1 : seed)
  drawDoodle(sheet, [width - margin - 60, below + 10], seed + 2)
}

type TitlePlace = { voice: 'pen' | 'marker'; left: number }

/** Answers the baseline after the last line. */
function drawHighlightedTitle(sheet: Sheet, fitted: Fitted, { voice, left }: TitlePlace): number {
  const { margin, random, keyInk, spotInk } = sheet
  const { size } = fitted
  let y = margin + 40 + size * 0.8
  for (const text of fitted.lines) {
    const from: Point = [left - 10, y + size * 0.02]
    const to: Point = [left + textWidth(text, voice, size) + 20, y - size * 0.02]
    const highlight = shakyLine(from, to, { random, jitter: 8 })
    sheet.inSpot(path(highlight, 'none', stroke(spotInk, tenth(size * 0.3), 'opacity=".9"')))
    const x = left + (random() - 0.5) * 20
    sheet.inKey(letters([x, y], text, { voice, size, fill: keyInk, rotation: -1.6 + wobble(sheet) }))
    y += fitted.lineHeight
  }
  return y
}

function drawInside(sheet: Sheet, { squared, left, width: room }: Notebook): void {
  const { width, height, margin, text, keyInk } = sheet
  drawHeading(sheet, left, room)
  const top = margin + 170
  const size = handwritingSize(text, room, (height - top - 300) / (squared ? 102 : LINE_HEIGHT))
  const written = paragraph([left, squared ? top : margin + 132], text, {
    voice: 'pen',
    size,
    width: room,
    fill: keyInk,
    lineHeight: squared ? size * 1.05 : LINE_HEIGHT,
    jitter: () => wobble(sheet),
  })
  sheet.inKey(written.svg)
  drawBelowText(sheet, height - written.bottom - margin)
  folio(sheet, [width - margin - 20, height - 34])
}

function drawHeading(sheet: Sheet, left: number, room: number): void {
  const { margin, heading, random, keyInk, spotInk } = sheet
  const y = margin + 20
  const size = Math.min(112, sizeForWidth(heading, 'marker', room))
  sheet.inKey(letters([left, y + 80], heading, { voice: 'marker', size, fill: keyInk, rotation: -1 }))
  const end: Point = [left + textWidth(heading, 'marker', size), y + 96]
  const underline = shakyLine([left, y + 108], end, { random, jitter: 6 })
  sheet.inSpot(path(underline, 'none', stroke(spotInk, 14)))
}

function handwritingSize(text: string, width: number, maxLines: number): number {
  let size = isJapanese(text) || isCyrillic(text) ? 66 : 96
  while (wrap(text, 'pen', size, width).length > maxLines && size > 50) size *= 0.94
  return size
}

/** A photograph and two doodles where there is room for them, one doodle where there is not. */
function drawBelowText(sheet: Sheet, room: number): void {
  const { width, height, margin, seed, page } = sheet
  const bottom = height - margin
  if (room <= 330) {
    drawDoodle(sheet, [width - margin - 120, bottom - 90], seed + page)
    return
  }
  const odd = page % 2 === 1
  const side = Math.min(room - 110, 460)
  const photo: Box = [odd ? width * 0.66 : width * 0.4, bottom - side / 2 - 20, side * 1.02, side - 30]
  tapeSnapshot(sheet, photo, odd ? 4 : -5)
  drawDoodle(sheet, [odd ? margin + 180 : width - margin - 130, bottom - 150], seed + page)
  drawDoodle(sheet, [odd ? margin + 190 : width - margin - 120, bottom - 330], seed + page + 3)
}
