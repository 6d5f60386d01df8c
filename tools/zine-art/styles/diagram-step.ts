import { type Circle, TAU, tenth } from '../geometry.ts'
import { arrow } from '../hand-made.ts'
import { NO_INK } from '../inks.ts'
import { letters } from '../letters.ts'
import { drawing, silhouette } from '../pictures.ts'
import { clipped, disc, rect, stroke } from '../shapes.ts'
import { defineClip, type Sheet } from '../sheet.ts'
import { paragraph } from '../typesetting.ts'
import { wrap } from '../wrapping.ts'

type Step = { text: string; index: number; isLast: boolean; top: number; rowHeight: number }

/** A numbered step: a close look through a round window, and what to do. Windows change sides. */
export function drawStep(sheet: Sheet, step: Step): void {
  const { width, margin, random, keyInk } = sheet
  const { index, top, rowHeight } = step
  const radius = Math.min(rowHeight * 0.42, 170)
  const windowOnLeft = index % 2 === 0
  const x = windowOnLeft ? margin + 50 + radius : width - margin - 50 - radius
  const window: Circle = [x, top + rowHeight / 2, radius]
  drawWindow(sheet, window, index)
  drawInstruction(sheet, step, { window, textLeft: windowOnLeft ? x + radius + 44 : margin + 44 })

  const numberX = windowOnLeft ? x - radius * 0.72 : x + radius * 0.72
  const numberY = window[1] - radius * 0.72
  sheet.inKey(
    disc([numberX, numberY, 30], keyInk),
    letters([numberX, numberY + 14], String(index + 1), {
      voice: 'tall',
      size: 38,
      align: 'middle',
      fill: NO_INK,
    }),
  )
  if (step.isLast) return
  const end = top + rowHeight
  const lean = windowOnLeft ? 30 : -30
  const pen = { ink: keyInk, weight: 6, random }
  sheet.inKey(arrow([width / 2, end - 26], [width / 2 + lean, end + 26], pen))
}

function drawWindow(sheet: Sheet, window: Circle, index: number): void {
  const { random, subject, keyInk, spotInk } = sheet
  const [x, y, radius] = window
  const angle = random() * TAU
  const size = radius * (1.3 + random() * 0.7)
  const seenX = x + Math.cos(angle) * radius * 0.6
  const seenY = y + Math.sin(angle) * radius * 0.5
  const clip = defineClip(sheet, `dg${index}`, clipCircle(window))
  const colour = silhouette(subject, [seenX + 8, seenY + 6, size], spotInk)
  const lines = drawing(subject, [seenX, seenY, size], { ink: keyInk, weight: 5.5 })
  sheet.inSpot(disc(window, NO_INK), clipped(colour, clip))
  sheet.inKey(clipped(disc(window, NO_INK) + lines, clip), disc(window, 'none', stroke(keyInk, 6)))
}

const clipCircle = ([x, y, radius]: Circle) =>
  `<circle cx="${tenth(x)}" cy="${tenth(y)}" r="${tenth(radius)}"/>`

type Layout = { window: Circle; textLeft: number }

function drawInstruction(sheet: Sheet, { text, rowHeight }: Step, { window, textLeft }: Layout): void {
  const { innerWidth, keyInk } = sheet
  const [, centre, radius] = window
  const width = innerWidth - 2 * radius - 150
  const size = Math.min(54, rowHeight * 0.26)
  const height = wrap(text, 'type', size, width).length * size * 1.25
  sheet.inSpot(rect([textLeft - 14, centre - height / 2 - 12, width + 20, height + 20], NO_INK))
  sheet.inKey(
    paragraph([textLeft, centre - height / 2], text, {
      size,
      width,
      fill: keyInk,
      lineHeight: size * 1.25,
    }).svg,
  )
}
