import type { Box } from '../geometry.ts'
import { NO_INK } from '../inks.ts'
import { letters } from '../letters.ts'
import { rect, stroke } from '../shapes.ts'
import type { Sheet } from '../sheet.ts'
import { paragraph } from '../typesetting.ts'
import { type Advertisement, WORDS } from '../words.ts'
import { wrap } from '../wrapping.ts'

const TEXT_SIZE = 34
const LINE_HEIGHT = 44
const GAP = 24

type Column = { x: number; y: number }

/** Puts each advertisement in the shorter column, or in the other one where only that has room. */
export function placeAdvertisements(sheet: Sheet, left: Column, right: Column, width: number): void {
  const list = WORDS.advertisements[sheet.zineSubject] ?? []
  let placed = 0
  for (const advertisement of sheet.page ? list.toReversed() : list) {
    const height = heightOf(advertisement, width)
    const [shorter, longer] = left.y < right.y ? [left, right] : [right, left]
    const column = [shorter, longer].find(({ y }) => y + height <= sheet.height - sheet.margin)
    if (!column) continue
    drawAdvertisement(sheet, [column.x, column.y, width, height], advertisement, placed % 2 === 0)
    column.y += height + GAP
    placed++
  }
}

const heightOf = ({ text }: Advertisement, width: number) =>
  wrap(text, 'type', TEXT_SIZE, width - 44).length * LINE_HEIGHT + 92

function drawAdvertisement(
  sheet: Sheet,
  box: Box,
  { heading, text }: Advertisement,
  coloured: boolean,
): void {
  const { keyInk, spotInk } = sheet
  const [x, y, width, height] = box
  if (coloured) {
    sheet.inSpot(
      rect([x + 10, y + 10, width, height], spotInk),
      rect(box, NO_INK),
      rect([x, y, width, 66], spotInk),
    )
  }
  sheet.inKey(
    rect(box, 'none', stroke(keyInk, 4)),
    letters([x + width / 2, y + 52], heading, { voice: 'tall', size: 44, align: 'middle', fill: keyInk }),
    paragraph([x + 22, y + 66], text, {
      size: TEXT_SIZE,
      width: width - 44,
      fill: keyInk,
      lineHeight: LINE_HEIGHT,
    }).svg,
  )
}
