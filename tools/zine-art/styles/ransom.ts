import type { Box, Circle } from '../geometry.ts'
import { scissorCut, shakyLine, tornEdges } from '../hand-made.ts'
import { NO_INK } from '../inks.ts'
import { letters, textWidth } from '../letters.ts'
import { photo, silhouette } from '../pictures.ts'
import { disc, path, rect, stroke, turned } from '../shapes.ts'
import { folio, type Sheet, TINTS } from '../sheet.ts'
import { wrapForPoster } from '../wrapping.ts'
import { layCutLetters } from './cut-letters.ts'
import { layTypedStrips } from './typed-strips.ts'

/** Letters cut from other people's headlines. */
export function drawRansom(sheet: Sheet): void {
  drawDirt(sheet)
  if (sheet.page) drawInside(sheet)
  else drawCover(sheet)
}

function drawDirt({ width, height, random, keyInk, inKey }: Sheet): void {
  for (let index = 0; index < 70; index++) {
    inKey(disc([random() * width, random() * height, random() * 2.6], keyInk))
  }
  const scratch = shakyLine([random() * width, 0], [random() * width, height], { random, jitter: 3 })
  inKey(path(scratch, 'none', stroke(keyInk, 1.2, 'opacity=".6"')))
}

function drawCover(sheet: Sheet): void {
  const { width, height, margin, innerWidth, random, spotInk, keyInk } = sheet
  const letterSize = Math.min((height * 0.6) / (wrapForPoster(sheet.title).length * 1.2), 240)
  const sheetBelow: Box = [margin, height * 0.42, innerWidth, height * 0.58 - margin]
  const picture: Circle = [width * 0.58, height * 0.7, width * 0.34]
  const rotation = 0.18
  const halo = { rotation, level: 0.05 }
  sheet.inSpot(
    path(tornEdges(sheetBelow, random, 14), spotInk),
    `<g>${silhouette(sheet.subject, picture, NO_INK, halo)}</g>`,
  )
  sheet.inKey(
    silhouette(sheet.subject, picture, NO_INK, { ...halo, attributes: stroke(keyInk, 2) }),
    photo(sheet.subject, picture, { ink: keyInk, pitch: 8, rotation }),
  )
  layCutLetters(sheet, sheet.title, {
    top: margin - letterSize * 0.12,
    size: letterSize,
    width: innerWidth - 40,
  })
  drawSubtitle(sheet)
}

function drawSubtitle(sheet: Sheet): void {
  const { height, margin, random, subtitle, keyInk } = sheet
  const width = textWidth(subtitle, 'type', 36) + 40
  const label: Box = [margin + 30, height - margin - 84, width, 62]
  sheet.inKey(
    path(scissorCut(label, random), NO_INK, stroke(keyInk, 2)),
    letters([margin + 50, height - margin - 42], subtitle, { size: 36, fill: keyInk }),
  )
  sheet.inSpot(path(scissorCut(label, random), NO_INK))
  stickTape(sheet, [margin + 20 + width - 60, height - margin - 100, 120, 46], -24)
}

function stickTape({ inSpot }: Sheet, box: Box, degrees: number): void {
  const at: [number, number] = [box[0], box[1]]
  inSpot(turned(rect(box, NO_INK), degrees, at), turned(rect(box, TINTS.spot), degrees, at))
}

function drawInside(sheet: Sheet): void {
  const { width, height, margin, innerWidth, page, random, keyInk, spotInk } = sheet
  const odd = page % 2
  const torn = tornEdges([margin, margin, innerWidth, height * (odd ? 0.46 : 0.34)], random, 14)
  sheet.inSpot(path(torn, odd ? spotInk : TINTS.spot))
  const below = layCutLetters(sheet, sheet.heading, { top: margin, size: 168, width: innerWidth - 60 })
  const bottom = layTypedStrips(sheet, below + 10)

  const radius = Math.min(width * 0.28, (height - margin - bottom) * 0.55)
  if (radius > 90) {
    const x = odd ? width * 0.68 : width * 0.34
    const y = height - margin - radius * 1.02
    const picture: Circle = [x, y, radius]
    sheet.inSpot(
      disc([x - 30, y, radius * 1.05], spotInk),
      silhouette(sheet.subject, picture, NO_INK, { level: 0.05 }),
    )
    sheet.inKey(
      silhouette(sheet.subject, picture, NO_INK, { level: 0.05, attributes: stroke(keyInk, 2) }),
      photo(sheet.subject, picture, { ink: keyInk, pitch: 8 }),
    )
    stickTape(sheet, [x - 40, y - radius * 1.05, 130, 46], 12)
  }
  folio(sheet)
}
