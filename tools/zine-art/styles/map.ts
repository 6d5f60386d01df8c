import { type Box, type Circle, type Point, tenth } from '../geometry.ts'
import { NO_INK } from '../inks.ts'
import { letters, textWidth } from '../letters.ts'
import { drawing, silhouette } from '../pictures.ts'
import { isArabic, isCyrillic } from '../scripts.ts'
import { disc, path, ROUND_JOINS, rect, star, stroke } from '../shapes.ts'
import type { Sheet } from '../sheet.ts'
import { fittedText, paragraph } from '../typesetting.ts'
import { WORDS } from '../words.ts'
import { fitText, wrap } from '../wrapping.ts'
import { drawStreets } from './streets.ts'

/** A town plan of something nobody asked to have mapped. */
export function drawMap(sheet: Sheet): void {
  const { margin, innerWidth, innerHeight, keyInk } = sheet
  drawStreets(sheet)
  drawWalk(sheet)
  if (sheet.page) drawNote(sheet)
  else {
    drawTitleBox(sheet)
    drawCompass(sheet)
    drawLegend(sheet)
  }
  sheet.inKey(rect([margin, margin, innerWidth, innerHeight], 'none', stroke(keyInk, 7)))
}

const STOPS = 6

function drawWalk(sheet: Sheet): void {
  const { keyInk } = sheet
  const stops = Array.from({ length: STOPS }, (_, index) => stopAt(sheet, index))
  const route = `M${stops.map(([x, y]) => `${tenth(x)} ${tenth(y)}`).join('L')}`
  const bed = path(route, 'none', stroke(NO_INK, 20, ROUND_JOINS))
  sheet.inKey(bed, path(route, 'none', stroke(keyInk, 8, `stroke-dasharray="22 13" ${ROUND_JOINS}`)))
  sheet.inSpot(path(route, 'none', stroke(NO_INK, 20)))
  for (const [index, [x, y]] of stops.entries()) {
    const [ground, figure] = index % 2 ? [keyInk, NO_INK] : [NO_INK, keyInk]
    const number = String(index + 1 + sheet.page * STOPS)
    sheet.inSpot(disc([x, y, 30], NO_INK))
    sheet.inKey(
      disc([x, y, 28], ground, stroke(keyInk, 6)),
      letters([x, y + 13], number, { voice: 'tall', size: 32, align: 'middle', fill: figure }),
    )
  }
}

function stopAt({ margin, innerWidth, innerHeight, page, random }: Sheet, index: number): Point {
  const x = margin + innerWidth * (0.12 + 0.15 * index) + (random() - 0.5) * 40
  const sway = (index % 2 ? 0.25 : 0.6) + (random() - 0.5) * 0.3
  return [x, margin + innerHeight * (page ? 0.2 : 0.34) + innerHeight * 0.4 * sway]
}

/** A box with a flat drop, on cleared ground. */
function drawBox({ keyInk, spotInk, inKey, inSpot }: Sheet, [x, y, w, h]: Box): void {
  inSpot(
    rect([x - 10, y - 10, w + 32, h + 32], NO_INK),
    rect([x + 14, y + 14, w, h], spotInk),
    rect([x, y, w, h], NO_INK),
  )
  inKey(rect([x - 10, y - 10, w + 20, h + 20], NO_INK), rect([x, y, w, h], NO_INK, stroke(keyInk, 6)))
}

function drawTitleBox(sheet: Sheet): void {
  const { margin, innerWidth, subtitle, keyInk } = sheet
  const title = fitText(sheet.title, 'sans', {
    width: innerWidth * 0.74,
    height: sheet.height * 0.2,
    largest: 130,
    maxLines: 3,
  })
  const widths = title.lines.map((each) => textWidth(each, 'sans', title.size))
  const width = Math.max(...widths, textWidth(subtitle, 'type', 30)) + 64
  const height = title.height + 100
  drawBox(sheet, [margin + 34, margin + 34, width, height])
  const arabic = isArabic(subtitle)
  sheet.inKey(
    fittedText([margin + 66, margin + 64], title, { voice: 'sans', width: width - 64, fill: keyInk }),
    letters([arabic ? margin + 34 + width - 32 : margin + 66, margin + 34 + height - 26], subtitle, {
      size: 30,
      fill: keyInk,
      align: arabic ? 'right' : 'left',
    }),
  )
}

function drawCompass({ width, height, margin, title, keyInk, spotInk, inKey, inSpot }: Sheet): void {
  const x = width - margin - 130
  const y = height - margin - 150
  const north = isCyrillic(title) ? 'С' : 'N'
  inSpot(disc([x, y, 100], NO_INK))
  inKey(
    disc([x, y, 94], NO_INK, stroke(keyInk, 4)),
    star([x, y, 86], keyInk, { points: 4, waist: 0.22 }),
    letters([x, y - 104], north, { voice: 'tall', size: 44, align: 'middle', fill: keyInk, halo: 12 }),
  )
  inSpot(star([x, y, 60], spotInk, { points: 4, waist: 0.3, rotation: 0 }))
}

function drawLegend(sheet: Sheet): void {
  const { height, margin, keyInk } = sheet
  const x = margin + 34
  const y = height - margin - 176
  drawBox(sheet, [x, y, 400, 142])
  const signs = [
    (row: number) => path(`M${x + 22} ${row - 8}h70`, 'none', stroke(keyInk, 7, 'stroke-dasharray="16 9"')),
    (row: number) => disc([x + 56, row - 10, 11], 'none', stroke(keyInk, 3)),
    (row: number) => path(`M${x + 22} ${row - 12}h44M${x + 40} ${row - 2}h52`, 'none', stroke(keyInk, 3)),
  ]
  const words = isCyrillic(sheet.title) ? WORDS.mapLegend.ru : WORDS.mapLegend.en
  for (const [index, sign] of signs.entries()) {
    const row = y + 42 + index * 38
    sheet.inKey(sign(row), letters([x + 118, row], words[index] ?? '', { size: 32, fill: keyInk }))
  }
}

function drawNote(sheet: Sheet): void {
  const { width, height, margin, innerWidth, text, subject, keyInk, spotInk } = sheet
  const size = 46
  const textRoom = innerWidth - 150
  const tall = wrap(text, 'type', size, textRoom).length * size * 1.3 + 130
  const top = height - margin - tall
  drawBox(sheet, [margin + 34, top - 34, innerWidth - 80, tall])
  sheet.inKey(
    letters([margin + 66, top + 46], sheet.heading, { voice: 'sans', size: 62, fill: keyInk }),
    paragraph([margin + 66, top + 78], text, { size, width: textRoom, fill: keyInk }).svg,
  )
  const shadow: Circle = [width * 0.76 + 8, height * 0.26 + 6, 150]
  const picture: Circle = [width * 0.76, height * 0.26, 150]
  sheet.inSpot(silhouette(subject, shadow, NO_INK, { level: 0.08 }), silhouette(subject, shadow, spotInk))
  sheet.inKey(
    silhouette(subject, picture, NO_INK, { level: 0.08 }),
    drawing(subject, picture, { ink: keyInk, weight: 6 }),
  )
}
