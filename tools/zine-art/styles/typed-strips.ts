import { type Box, tenth } from '../geometry.ts'
import { scissorCut } from '../hand-made.ts'
import { NO_INK } from '../inks.ts'
import { letters, textWidth } from '../letters.ts'
import { path, shifted, stroke, turned } from '../shapes.ts'
import { type Sheet, TINTS } from '../sheet.ts'

const SIZE = 62

/** The text in typed strips of uneven length, pasted a little askew; answers where they end. */
export function layTypedStrips(sheet: Sheet, top: number): number {
  let y = top
  let words = sheet.text.split(' ')
  while (words.length) {
    const count = wordsInStrip(sheet, words)
    layStrip(sheet, words.slice(0, count).join(' '), y)
    words = words.slice(count)
    y += SIZE * 1.5
  }
  return y
}

function wordsInStrip({ width, random }: Sheet, words: string[]): number {
  let count = 1
  while (count < words.length) {
    const longer = words.slice(0, count + 1).join(' ')
    if (textWidth(longer, 'type', SIZE) >= width * (0.42 + random() * 0.3)) break
    count++
  }
  return count
}

function layStrip(sheet: Sheet, words: string, y: number): void {
  const { margin, innerWidth, random, keyInk } = sheet
  const width = textWidth(words, 'type', SIZE) + 44
  const x = margin + 20 + random() * Math.max(0, innerWidth - width - 40)
  const degrees = tenth((random() - 0.5) * 5)
  const inverted = random() < 0.25
  const strip: Box = [x, y, width, SIZE * 1.34]
  const shape = scissorCut(strip, random)
  const typed = letters([x + 22, y + SIZE * 0.96], words, { size: SIZE, fill: inverted ? NO_INK : keyInk })
  const shadow = shifted(path(shape, TINTS.fineKey), 5, 6)
  const paper = path(shape, inverted ? keyInk : NO_INK, stroke(keyInk, 1.6))
  sheet.inSpot(turned(path(shape, NO_INK), degrees, [x, y]))
  sheet.inKey(turned(shadow + paper + typed, degrees, [x, y]))
}
