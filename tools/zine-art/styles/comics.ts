import type { Box } from '../geometry.ts'
import { NO_INK } from '../inks.ts'
import { letters, textWidth } from '../letters.ts'
import { sentencesOf } from '../scripts.ts'
import { rect, star, stroke } from '../shapes.ts'
import { folio, type Sheet } from '../sheet.ts'
import { fittedText } from '../typesetting.ts'
import { fitText } from '../wrapping.ts'
import { drawPanel } from './comic-panel.ts'

/** Panels with speech. */
export function drawComics(sheet: Sheet): void {
  if (sheet.page) drawInside(sheet)
  else drawCover(sheet)
}

function drawCover(sheet: Sheet): void {
  const { margin, innerWidth, innerHeight, keyInk, spotInk } = sheet
  const titleWidth = innerWidth - 40
  const title = fitText(sheet.title, 'fat', {
    width: titleWidth,
    height: sheet.height * 0.25,
    largest: 190,
    maxLines: 3,
  })
  const masthead: Box = [margin, margin, innerWidth, title.height + 46]
  const panelTop = margin + masthead[3] + 16
  drawPanel(sheet, [margin, panelTop, innerWidth, innerHeight - masthead[3] - 16], {
    speech: '',
    index: sheet.seed % 2,
  })

  const style = { voice: 'fat', width: titleWidth } as const
  sheet.inSpot(rect(masthead, spotInk))
  sheet.inKey(
    rect(masthead, 'none', stroke(keyInk, 8)),
    fittedText([margin + 20, margin + 26], title, { ...style, fill: NO_INK }),
    fittedText([margin + 20, margin + 26], title, { ...style, fill: keyInk }),
  )
  sheet.inSpot(fittedText([margin + 13, margin + 20], title, { ...style, fill: NO_INK }))
  drawSubtitle(sheet)
  drawIssueStar(sheet)
}

function drawSubtitle({ width, height, margin, subtitle, keyInk, inKey, inSpot }: Sheet): void {
  const labelWidth = textWidth(subtitle, 'comic', 42) + 44
  const label: Box = [width - margin - labelWidth - 20, height - margin - 84, labelWidth, 64]
  inKey(rect(label, NO_INK, stroke(keyInk, 5)))
  inSpot(rect(label, NO_INK))
  inKey(
    letters([width - margin - labelWidth + 2, height - margin - 39], subtitle, {
      voice: 'comic',
      size: 42,
      fill: keyInk,
    }),
  )
}

function drawIssueStar({ height, margin, seed, keyInk, inKey, inSpot }: Sheet): void {
  const x = margin + 96
  const bottom = height - margin
  const burst = { points: 12, waist: 0.8 }
  const white = { align: 'middle', fill: NO_INK } as const
  const issue = String(1 + (seed % 9))
  inKey(
    star([x, bottom - 96, 92], NO_INK, burst),
    star([x, bottom - 96, 86], keyInk, burst),
    letters([x, bottom - 102], 'No.', { ...white, voice: 'comic', size: 40 }),
    letters([x, bottom - 56], issue, { ...white, voice: 'fat', size: 54 }),
  )
  inSpot(star([x, bottom - 96, 92], NO_INK, burst))
}

const GUTTER = 16
const HALF_GUTTER = GUTTER / 2

function drawInside(sheet: Sheet): void {
  const { width, height, margin, innerWidth, heading, keyInk, spotInk } = sheet
  sheet.inKey(letters([margin, margin + 44], heading, { voice: 'comic', size: 52, fill: keyInk }))
  sheet.inSpot(rect([margin - 6, margin + 28, textWidth(heading, 'comic', 52) + 16, 22], spotInk))
  folio(sheet, [width - margin - 12, margin + 40])

  const sentences = sentencesOf(sheet.text)
  const top = margin + 66
  const room: Box = [margin, top, innerWidth, height - top - margin - 20]
  const panels = panelGrid(room, sentences.length)
  for (const [index, panel] of panels.entries()) {
    const isLast = index === panels.length - 1
    const speech = isLast ? sentences.slice(index).join(' ') : (sentences[index] ?? '')
    drawPanel(sheet, panel, { speech, index })
  }
}

/** One to four panels; the breaks are not quite in the middle, as in a comic. */
function panelGrid([x, y, w, h]: Box, sentences: number): Box[] {
  if (sentences <= 1) return [[x, y, w, h]]
  const row = (from: number, part: number): [number, number] => [
    from ? y + h * from + HALF_GUTTER : y,
    h * part - HALF_GUTTER,
  ]
  const cell = (column: [number, number], [top, tall]: [number, number]): Box => {
    const [from, part] = column
    return [from ? x + w * from + HALF_GUTTER : x, top, w * part - HALF_GUTTER, tall]
  }
  const whole = ([top, tall]: [number, number]): Box => [x, top, w, tall]
  if (sentences === 2) return [whole(row(0, 0.5)), whole(row(0.5, 0.5))]
  if (sentences === 3) {
    const below = row(0.46, 0.54)
    return [whole(row(0, 0.46)), cell([0, 0.5], below), cell([0.5, 0.5], below)]
  }
  return [
    cell([0, 0.56], row(0, 0.5)),
    cell([0.56, 0.44], row(0, 0.5)),
    cell([0, 0.44], row(0.5, 0.5)),
    cell([0.44, 0.56], row(0.5, 0.5)),
  ]
}
