import type { Point } from '../geometry.ts'
import { scissorCut } from '../hand-made.ts'
import { NO_INK } from '../inks.ts'
import { letters, textWidth } from '../letters.ts'
import { isArabic } from '../scripts.ts'
import { path, stroke, turned } from '../shapes.ts'
import type { Sheet } from '../sheet.ts'
import { capHeight, type Voice } from '../voices.ts'

type Label = { words: string; size: number; voice: Voice; degrees: number; inverted?: boolean }

export const labelHeight = (words: string, voice: Voice, size: number) =>
  size * (capHeight(voice, words) + 0.5)

/** Words on a cut strip, pasted at x from the left, or from the right in Arabic. */
export function pasteLabel(
  sheet: Sheet,
  [x, y]: Point,
  { words, size, voice, degrees, inverted }: Label,
): void {
  const { margin, random, keyInk } = sheet
  const width = textWidth(words, voice, size) + size * 0.5
  const height = labelHeight(words, voice, size)
  const left = isArabic(words) ? sheet.width - margin - width - (x - margin) : x
  const strip = scissorCut([left, y, width, height], random, 8)
  const baseline: Point = [left + size * 0.25, y + height - size * 0.25]
  const printed = letters(baseline, words, { voice, size, fill: inverted ? NO_INK : keyInk })
  const paper = path(strip, inverted ? keyInk : NO_INK, stroke(keyInk, 3))
  sheet.inSpot(turned(path(strip, NO_INK), degrees, [left, y]))
  sheet.inKey(turned(paper + printed, degrees, [left, y]))
}
