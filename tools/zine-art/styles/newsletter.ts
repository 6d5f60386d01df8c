import { type Box, clamp } from '../geometry.ts'
import { letters } from '../letters.ts'
import { photo } from '../pictures.ts'
import { sentencesOf } from '../scripts.ts'
import { line, rect, stroke } from '../shapes.ts'
import type { Sheet } from '../sheet.ts'
import { fittedText, paragraph } from '../typesetting.ts'
import { WORDS } from '../words.ts'
import { fitText } from '../wrapping.ts'
import { placeAdvertisements } from './advertisements.ts'

const COLUMN_GAP = 34

/** Two columns, one picture, small advertisements. */
export function drawNewsletter(sheet: Sheet): void {
  const { margin, innerWidth } = sheet
  const top = drawMasthead(sheet)
  const columnWidth = (innerWidth - COLUMN_GAP) / 2
  const rightColumn = margin + columnWidth + COLUMN_GAP
  const pictureBottom = drawPicture(sheet, [rightColumn, top + 36, columnWidth, sheet.height * 0.3])
  const storyBottom = drawStory(sheet, top + 40, columnWidth)
  placeAdvertisements(
    sheet,
    { x: margin, y: storyBottom + 10 },
    { x: rightColumn, y: pictureBottom + 72 },
    columnWidth,
  )
}

/** Answers the y of the rule below it. */
function drawMasthead(sheet: Sheet): number {
  const { width, margin, innerWidth, page, keyInk, spotInk } = sheet
  const room = page
    ? { height: 130, largest: 120, maxLines: 1 }
    : { height: sheet.height * 0.2, largest: 190, maxLines: 2 }
  const title = fitText(page ? sheet.heading : sheet.title, 'didone', { width: innerWidth, ...room })
  const style = { voice: 'didone', align: 'middle', width: innerWidth } as const
  const note = page ? `p. ${page + 1}` : WORDS.newsletter.price
  const across = (y: number, weight: number) =>
    line([margin, y], [width - margin, y], { ink: keyInk, weight })
  sheet.inKey(
    rect([margin, margin, innerWidth, 8], keyInk),
    letters([margin, margin + 50], sheet.subtitle, { size: 28, fill: keyInk }),
    letters([width - margin, margin + 50], note, { size: 28, align: 'right', fill: keyInk }),
    across(margin + 68, 3),
  )
  sheet.inSpot(fittedText([margin + 8, margin + 102], title, { ...style, fill: spotInk }))
  const bottom = margin + 112 + title.height
  sheet.inKey(
    fittedText([margin, margin + 96], title, { ...style, fill: keyInk }),
    across(bottom, 3),
    across(bottom + 10, 7),
  )
  return bottom
}

function drawPicture(sheet: Sheet, frame: Box): number {
  const { page, subject, keyInk, spotInk } = sheet
  const [x, y, width, height] = frame
  const caption = page ? WORDS.newsletter.insideCaption : WORDS.newsletter.coverCaption
  sheet.inSpot(rect(frame, spotInk))
  sheet.inKey(
    photo(subject, [x + width / 2, y + height / 2, Math.min(width, height) * 0.44], {
      ink: keyInk,
      pitch: 8,
      clip: frame,
      background: (_x, py) => 0.1 + 0.2 * clamp((py - y) / height),
    }),
    rect(frame, 'none', stroke(keyInk, 4)),
    paragraph([x, y + height + 14], caption, { voice: 'fell', size: 32, width, fill: keyInk }).svg,
  )
  return y + height
}

function drawStory(sheet: Sheet, top: number, width: number): number {
  const { margin, keyInk } = sheet
  let y = top
  for (const [index, sentence] of sentencesOf(sheet.page ? sheet.text : sheet.description).entries()) {
    const size = index === 0 ? 56 : 44
    const text = paragraph([margin, y], sentence, {
      voice: 'fell',
      size,
      width,
      fill: keyInk,
      lineHeight: size * 1.14,
    })
    const bottom = text.bottom + 26
    const rule = line([margin, bottom - 10], [margin + width, bottom - 10], { ink: keyInk, weight: 2 })
    sheet.inKey(text.svg, rule)
    y = bottom + 12
  }
  return y
}
