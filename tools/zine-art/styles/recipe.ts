import { type Box, type Circle, tenth } from '../geometry.ts'
import { NO_INK } from '../inks.ts'
import { letters } from '../letters.ts'
import { drawing, photo, silhouette } from '../pictures.ts'
import { isArabic, sentencesOf } from '../scripts.ts'
import { closedPath, disc, line, path, ROUND_ENDS, rect, stroke } from '../shapes.ts'
import { folio, type Sheet, TINTS } from '../sheet.ts'
import { fittedText, paragraph } from '../typesetting.ts'
import { fitText } from '../wrapping.ts'

/** A card on a checked tablecloth. */
export function drawRecipe(sheet: Sheet): void {
  drawTablecloth(sheet)
  const card = drawCard(sheet)
  if (sheet.page) drawSteps(sheet, card)
  else drawCover(sheet, card)
}

const CHECK = 46

function drawTablecloth({ width, height, margin, innerWidth, innerHeight, spotInk, inSpot }: Sheet): void {
  const columns = checks(margin, width - margin)
  const rows = checks(margin, height - margin)
  for (const [x, w] of columns) inSpot(rect([x, margin, w, innerHeight], TINTS.denseSpot))
  for (const [y, h] of rows) {
    const stripe = rect([margin, y, innerWidth, h], TINTS.clearDenseSpot)
    inSpot(`<g style="mix-blend-mode:multiply">${stripe}</g>`)
    for (const [x, w] of columns) inSpot(rect([x, y, w, h], spotInk))
  }
}

/** Start and length of every second check. */
function checks(from: number, to: number): [start: number, length: number][] {
  const list: [number, number][] = []
  for (let at = from; at < to - 4; at += 2 * CHECK) list.push([at, Math.min(CHECK, to - at)])
  return list
}

/** Inset is the distance from the sheet's edge; x and width are the room for words. */
type Card = { inset: number; x: number; width: number }

function drawCard({ width, height, margin, keyInk, inKey, inSpot }: Sheet): Card {
  const inset = margin + 92
  const [left, top, right, bottom] = [inset - 26, inset - 26, width - inset + 26, height - inset + 26]
  const shape = closedPath([
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ])
  const frame: Box = [inset - 12, inset - 12, width - 2 * inset + 24, height - 2 * inset + 24]
  inSpot(path(shape, NO_INK))
  inKey(rect(frame, 'none', stroke(keyInk, 4)))
  return { inset, x: inset + 20, width: width - 2 * inset - 40 }
}

function drawCover(sheet: Sheet, { inset, x, width: room }: Card): void {
  const { width, height, keyInk, spotInk } = sheet
  const title = fitText(sheet.title, 'groovy', {
    width: room,
    height: height * 0.26,
    largest: 150,
    maxLines: 4,
  })
  const style = { voice: 'groovy', align: 'middle', width: room } as const
  sheet.inKey(fittedText([x, inset + 26], title, { ...style, fill: keyInk }))
  sheet.inSpot(fittedText([x + 6, inset + 31], title, { ...style, fill: spotInk }))

  const top = inset + 40 + title.height
  const radius = Math.min(room * 0.43, (height - inset - 130 - top) * 0.48)
  const centre = top + (height - inset - 110 - top) / 2
  drawDish(sheet, [width / 2, centre, radius])
  sheet.inKey(
    line([x, height - inset - 74], [width - x, height - inset - 74], { ink: keyInk }),
    letters([width / 2, height - inset - 26], sheet.subtitle, { size: 36, align: 'middle', fill: keyInk }),
  )
}

function drawDish({ subject, keyInk, spotInk, inKey, inSpot }: Sheet, [x, y, radius]: Circle): void {
  const dish: Circle = [x, y, radius * 0.9]
  inSpot(
    disc([x - radius * 0.1, y + radius * 0.1, radius * 0.98], TINTS.denseSpot),
    silhouette(subject, [x + 9, y + 7, radius * 0.9], spotInk),
  )
  inKey(
    silhouette(subject, dish, NO_INK),
    photo(subject, dish, { ink: keyInk, pitch: 10, angle: 60, mode: 'line', gain: 0.66 }),
    drawing(subject, dish, { ink: keyInk }),
  )
  for (const side of [-1, 0, 1]) {
    const steam = `M${tenth(x + side * 60)} ${tenth(y - radius * 0.95)}q-22 -26 0 -50t0 -50`
    inKey(path(steam, 'none', stroke(keyInk, 5, ROUND_ENDS)))
  }
}

function drawSteps(sheet: Sheet, card: Card): void {
  const { width, height, keyInk, spotInk } = sheet
  const { inset, x, width: room } = card
  const heading = fitText(sheet.heading, 'groovy', { width: room, height: 110, largest: 96, maxLines: 1 })
  sheet.inKey(fittedText([x, inset + 22], heading, { voice: 'groovy', width: room, fill: keyInk }))
  sheet.inSpot(rect([x, inset + 30 + heading.height * 0.74, room, 16], spotInk))

  const steps = sentencesOf(sheet.text)
  const size = Math.min(52, (height * 0.42) / steps.length)
  let y = inset + heading.height + 70
  for (const [index, step] of steps.entries()) {
    y = drawStep(sheet, card, { step: step.replace(/[.。]$/, ''), y, size, ticked: index < 2 })
  }
  drawLeftovers(sheet, inset, y)
  folio(sheet, [width / 2, height - inset - 2])
}

type Step = { step: string; y: number; size: number; ticked: boolean }

/** A box to tick and a step; answers where the next one starts. */
function drawStep(sheet: Sheet, { x, width: room }: Card, { step, y, size, ticked }: Step): number {
  const { width, keyInk, spotInk } = sheet
  const rightToLeft = isArabic(sheet.text)
  const boxLeft = rightToLeft ? width - x - 34 : x
  sheet.inKey(rect([boxLeft, y + 6, 32, 32], 'none', stroke(keyInk, 4)))
  if (ticked) sheet.inSpot(path(`M${boxLeft - 2} ${y + 20}l14 18l34 -46`, 'none', stroke(spotInk, 10)))
  const text = paragraph([rightToLeft ? x : x + 58, y], step, {
    size,
    width: room - 62,
    fill: keyInk,
    lineHeight: size * 1.24,
  })
  const bottom = Math.max(text.bottom, y + 60) + 18
  const underline = line([x, bottom - 8], [width - x, bottom - 8], { ink: keyInk, weight: 1.6 })
  sheet.inKey(text.svg, underline)
  return bottom + 8
}

function drawLeftovers(sheet: Sheet, inset: number, top: number): void {
  const { width, height, subject, keyInk, spotInk } = sheet
  const radius = Math.min(150, (height - inset - top) * 0.44)
  if (radius <= 50) return
  const ring = stroke(spotInk, tenth(radius * 0.12))
  const y = height - inset - radius - 12
  sheet.inSpot(
    disc([width * 0.3, height - inset - radius - 16, radius * 0.9], 'none', ring),
    silhouette(subject, [width * 0.66 + 6, y + 5, radius], spotInk),
  )
  sheet.inKey(
    silhouette(subject, [width * 0.66, y, radius], NO_INK),
    drawing(subject, [width * 0.66, y, radius], { ink: keyInk }),
  )
}
