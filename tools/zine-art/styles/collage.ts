import type { Box, Circle, Point } from '../geometry.ts'
import { tornEdges } from '../hand-made.ts'
import { NO_INK } from '../inks.ts'
import { sizeForWidth } from '../letters.ts'
import { photo, silhouette } from '../pictures.ts'
import { screen } from '../screens.ts'
import { isArabic, isJapanese } from '../scripts.ts'
import { clipped, closedPath, disc, line, path, stroke } from '../shapes.ts'
import { defineClip, folio, type Sheet, TINTS } from '../sheet.ts'
import { paragraph } from '../typesetting.ts'
import { capHeight, type Voice } from '../voices.ts'
import { type Fitted, fitText, wrap } from '../wrapping.ts'
import { labelHeight, pasteLabel } from './labels.ts'

/** Cut paper, a torn photograph, pasted labels. */
export function drawCollage(sheet: Sheet): void {
  const layout = composeCollage(sheet)
  drawPapers(sheet, layout)
  drawPhotograph(sheet, layout)
  if (sheet.page) pasteText(sheet)
  else pasteTitle(sheet, layout)
}

const TITLE_AT_BOTTOM = 2

type Layout = {
  composition: number
  voice: Voice
  title: Fitted
  titleAtBottom: boolean
  radius: number
  centre: number
}

function composeCollage(sheet: Sheet): Layout {
  const { width, height, margin, innerWidth, innerHeight, page, random } = sheet
  const composition = Math.floor(random() * 3)
  const voice = sheet.pick(['tall', 'sans', 'didone'] as const)
  const title = fitText(sheet.title, voice, {
    width: innerWidth - 110,
    height: height * 0.3,
    largest: 170,
    maxLines: 4,
  })
  const titleHeight = title.lines.length * (title.size * (capHeight(voice, sheet.title) + 0.5) + 6)
  const titleAtBottom = !page && composition === TITLE_AT_BOTTOM
  const room = (innerHeight - titleHeight) * (page ? 1 : 0.56)
  const radius = Math.min(width * (page ? 0.3 : 0.36), room)
  const besideTitle = titleAtBottom
    ? margin + 60 + radius * 1.02
    : Math.max(height * 0.5, margin + titleHeight + radius * 0.94)
  const centre = page ? height * 0.38 : besideTitle
  return { composition, voice, title, titleAtBottom, radius, centre }
}

function drawPapers(sheet: Sheet, { composition, radius, centre }: Layout): void {
  const { width, height, margin, random, keyInk, spotInk } = sheet
  const sunX = width * (composition === 1 ? 0.62 : 0.42)
  sheet.inSpot(disc([sunX, centre - radius * 0.25, radius * 1.05], spotInk))
  drawStripedPaper(sheet, [margin, height * 0.08, width * 0.42, height * 0.5], composition ? 0 : 0.3)
  const scrap: Box = [width * 0.55, centre + radius * 0.1, width * 0.45 - margin, height * 0.34]
  sheet.inSpot(path(tornEdges(scrap, random, 16), TINTS.spot))
  const hill: Point[] = [
    [width * 0.08, centre + radius * 0.5],
    [width * 0.5, centre + radius * 0.1],
    [width * 0.92, centre + radius * 0.62],
    [width * 0.92, centre + radius * 1.16],
    [width * 0.08, centre + radius * 1.16],
  ]
  const onPage = hill.map(([x, y]): Point => [x, Math.min(y, height - margin)])
  sheet.inKey(`<g>${path(closedPath(onPage), TINTS.key)}</g>`)
  sheet.inKey(coarseMoon(width, height, keyInk))
}

function drawStripedPaper(sheet: Sheet, box: Box, slant: number): void {
  const [x, y, width, height] = box
  const gap = 22
  const torn = tornEdges(box, sheet.random, 12)
  const clip = defineClip(sheet, `cs${sheet.nextId()}`, `<path d="${torn}"/>`)
  let stripes = ''
  for (let at = -height; at < width + height; at += gap) {
    stripes += line([x + at, y - 20], [x + at + slant * height, y + height + 20], {
      ink: sheet.keyInk,
      weight: gap * 0.5,
    })
  }
  sheet.inKey(clipped(stripes, clip))
}

function coarseMoon(width: number, height: number, ink: string): string {
  const area: Box = [width * 0.6, height * 0.2 - width * 0.18, width * 0.36, width * 0.36]
  const darkness = (x: number, y: number) => {
    const reach = Math.hypot(x - width * 0.78, y - height * 0.2) / (width * 0.17)
    return reach < 1 ? 0.9 - reach * 0.55 : -1
  }
  return screen(darkness, area, { ink, pitch: 15, angle: 30 })
}

const CUT_EDGE = 0.075

function drawPhotograph(sheet: Sheet, { radius, centre }: Layout): void {
  const { width, page, random, subject, keyInk, spotInk } = sheet
  const rotation = (random() - 0.5) * 0.5
  const x = width * 0.5
  const picture: Circle = [x, centre, radius]
  const cutOut = { rotation, level: CUT_EDGE }
  sheet.inSpot(silhouette(subject, picture, NO_INK, cutOut))
  sheet.inKey(
    silhouette(subject, [x + 7, centre + 9, radius], keyInk, cutOut),
    silhouette(subject, picture, NO_INK, cutOut),
    photo(subject, picture, { ink: keyInk, pitch: 8, rotation }),
  )
  const colour = page % 2 ? spotInk : TINTS.spot
  sheet.inSpot(silhouette(subject, [x + 9, centre + 4, radius], colour, { rotation }))
}

function pasteTitle(sheet: Sheet, { voice, title, titleAtBottom }: Layout): void {
  const { width, height, margin, random } = sheet
  const { size, lines } = title
  const perLine = capHeight(voice, sheet.title) + 0.58
  let top = titleAtBottom ? height - margin - lines.length * size * perLine - 30 : margin + 16
  for (const [index, words] of lines.entries()) {
    const left = margin + 12 + (index % 2) * 34 + random() * 20
    pasteLabel(sheet, [left, top], {
      words,
      size,
      voice,
      inverted: index % 2 === 0,
      degrees: (random() - 0.5) * 3,
    })
    top += labelHeight(words, voice, size) + 6
  }
  const subtitleAt: Point = titleAtBottom ? [margin + 20, margin + 24] : [width * 0.3, height - margin - 92]
  pasteLabel(sheet, subtitleAt, { words: sheet.subtitle, size: 38, voice: 'type', degrees: -1.5 })
}

function pasteText(sheet: Sheet): void {
  const { height, margin, innerWidth, heading, text, random, keyInk } = sheet
  const textWidth = innerWidth - 100
  const headingTop = height * 0.64
  const headingSize = Math.min(96, sizeForWidth(heading, 'sans', textWidth))
  pasteLabel(sheet, [margin + 14, headingTop], {
    words: heading,
    size: headingSize,
    voice: 'sans',
    inverted: true,
    degrees: -1.5,
  })
  const top = headingTop + labelHeight(heading, 'sans', headingSize) + 20

  const size = sheet.ratio === '9:16' ? 66 : 54
  const lines = wrap(text, 'type', size * (isArabic(text) ? 1.3 : 1), textWidth)
  const paperHeight = lines.length * size * paperLeading(text) + 44
  const paper = tornEdges([margin + 10, top, innerWidth - 20, paperHeight], random, 7)
  sheet.inSpot(path(paper, NO_INK))
  sheet.inKey(
    path(paper, NO_INK, stroke(keyInk, 2.4)),
    paragraph([margin + 48, top + 22], text, { size, width: textWidth, fill: keyInk }).svg,
  )
  folio(sheet)
}

function paperLeading(text: string): number {
  if (isArabic(text)) return 1.7
  return isJapanese(text) ? 1.45 : 1.34
}
