import type { Box } from '../geometry.ts'
import { NO_INK } from '../inks.ts'
import { letters, sizeForWidth } from '../letters.ts'
import { disc, line, rect, stroke } from '../shapes.ts'
import { folio, type Sheet, TINTS } from '../sheet.ts'
import { fittedText, paragraph } from '../typesetting.ts'
import { fitText } from '../wrapping.ts'
import { drawMushrooms } from './mushrooms.ts'
import { drawPlant } from './plant.ts'

/** A plate from a flora: a plant, lettered details, a caption. */
export function drawBotanical(sheet: Sheet): void {
  drawPlateRules(sheet)
  if (sheet.page) drawInside(sheet)
  else drawCover(sheet)
}

function drawPlateRules({ margin, innerWidth, innerHeight, keyInk, inKey }: Sheet): void {
  inKey(
    rect([margin, margin, innerWidth, innerHeight], 'none', stroke(keyInk, 3)),
    rect([margin + 12, margin + 12, innerWidth - 24, innerHeight - 24], 'none', stroke(keyInk, 7)),
  )
}

const growsMushrooms = (sheet: Sheet) => sheet.subject === 'mushroom'

type Place = { x: number; base: number; height: number; index: number }

function drawFigure(sheet: Sheet, place: Place): void {
  if (growsMushrooms(sheet)) drawMushrooms(sheet, place)
  else drawPlant(sheet, place)
}

function drawCover(sheet: Sheet): void {
  const { width, height, margin, innerWidth, subject, spotInk, keyInk } = sheet
  const titleWidth = innerWidth - 110
  const title = fitText(sheet.title, 'didone', { width: titleWidth, height: height * 0.2, largest: 170 })
  if (growsMushrooms(sheet)) {
    drawFigure(sheet, { x: width * 0.46, base: height * 0.7, height: height * 0.62, index: 0 })
  } else {
    sheet.inSpot(disc([width * 0.64, height * 0.36, width * 0.25], spotInk))
    if (subject === 'moon') sheet.inSpot(disc([width * 0.7, height * 0.345, width * 0.22], NO_INK))
    drawFigure(sheet, { x: width * 0.32, base: height * 0.72, height: height * 0.42, index: 0 })
    drawFigure(sheet, { x: width * 0.64, base: height * 0.72, height: height * 0.5, index: 1 })
  }

  const titleTop = height - margin - title.height
  drawCaptionRoom(sheet, titleTop - 120, title.height + 104)
  sheet.inKey(
    fittedText([margin + 55, titleTop - 92], title, {
      voice: 'didone',
      align: 'middle',
      width: titleWidth,
      fill: keyInk,
    }),
    letters([width / 2, height - margin - 42], sheet.subtitle, {
      voice: 'fell',
      size: 40,
      align: 'middle',
      fill: keyInk,
    }),
  )
}

function drawCaptionRoom(sheet: Sheet, top: number, tall: number): void {
  const { width, margin, innerWidth, keyInk } = sheet
  const room: Box = [margin + 16, top, innerWidth - 32, tall]
  sheet.inSpot(rect(room, NO_INK))
  sheet.inKey(
    rect(room, NO_INK),
    line([margin + 16, top], [width - margin - 16, top], { ink: keyInk, weight: 4 }),
  )
}

function drawInside(sheet: Sheet): void {
  const { width, height, margin, innerWidth, page, keyInk } = sheet
  if (page % 2)
    sheet.inSpot(rect([margin + 16, margin + 16, innerWidth - 32, height * 0.56], TINTS.lightSpot))
  else sheet.inSpot(disc([width * 0.5, height * 0.36, width * 0.3], TINTS.spot))
  drawFigure(sheet, { x: width * 0.48, base: height * 0.62, height: height * 0.46, index: page + 1 })
  drawDetailLetters(sheet)

  const top = height * 0.62 + 118
  drawCaptionRoom(sheet, top - 40, height - margin - top + 24)
  const size = Math.min(78, sizeForWidth(sheet.heading, 'didone', innerWidth - 100))
  const text = paragraph([margin + 70, top + 72], sheet.text, {
    voice: 'fell',
    size: sheet.ratio === '9:16' ? 60 : 50,
    width: innerWidth - 140,
    align: 'middle',
    fill: keyInk,
  })
  sheet.inKey(
    letters([width / 2, top + 40], sheet.heading, { voice: 'didone', size, align: 'middle', fill: keyInk }),
    text.svg,
  )
  folio(sheet, [width / 2, height - margin - 32])
}

function drawDetailLetters({ width, height, keyInk, inKey }: Sheet): void {
  const details: [letter: string, x: number, y: number][] = [
    ['a', width * 0.2, height * 0.22],
    ['b', width * 0.8, height * 0.4],
    ['c', width * 0.18, height * 0.56],
  ]
  for (const [letter, x, y] of details) {
    const inward = x < width / 2 ? 1 : -1
    inKey(
      disc([x, y, 24], NO_INK, stroke(keyInk, 3)),
      letters([x, y + 10], letter, { voice: 'fell', size: 36, align: 'middle', fill: keyInk }),
      line([x + 26 * inward, y], [x + 120 * inward, y + 20], { ink: keyInk, weight: 2.5 }),
    )
  }
}
