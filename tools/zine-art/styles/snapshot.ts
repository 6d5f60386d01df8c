import { type Box, clamp, tenth } from '../geometry.ts'
import { NO_INK } from '../inks.ts'
import { photo } from '../pictures.ts'
import { rect, shifted, stroke, turned } from '../shapes.ts'
import { type Sheet, TINTS } from '../sheet.ts'

/** An instant photograph of the subject, by its centre, held by a strip of tape. */
export function tapeSnapshot(sheet: Sheet, [cx, cy, w, h]: Box, degrees: number): void {
  const { subject, keyInk, spotInk } = sheet
  const x = cx - w / 2
  const y = cy - h / 2
  const card: Box = [x - 16, y - 16, w + 32, h + 46]
  const picture = photo(subject, [cx, cy + h * 0.04, Math.min(w, h) * 0.43], {
    ink: keyInk,
    pitch: 7.6,
    clip: [x, y, w, h],
    background: (_x, py) => 0.16 + 0.4 * clamp((py - y) / h - 0.45),
  })
  const shadow = shifted(rect(card, TINTS.fineKey), 9, 10)
  sheet.inSpot(turned(rect(card, NO_INK) + rect([x, y, w, h], spotInk), tenth(degrees), [cx, cy]))
  sheet.inKey(turned(shadow + rect(card, NO_INK, stroke(keyInk, 2.4)) + picture, tenth(degrees), [cx, cy]))
  const tape: Box = [x - 66, y - 24, 132, 46]
  sheet.inSpot(turned(rect(tape, NO_INK) + rect(tape, TINTS.spot), tenth(degrees - 38), [x, y]))
}
