import { type Box, tenth } from '../geometry.ts'
import { scissorCut } from '../hand-made.ts'
import { NO_INK } from '../inks.ts'
import { letters, textWidth } from '../letters.ts'
import { path, shifted, stroke, turned } from '../shapes.ts'
import { type Sheet, TINTS } from '../sheet.ts'
import { capHeight } from '../voices.ts'
import { wrapForPoster } from '../wrapping.ts'

const NEWSPAPERS = ['tall', 'fat', 'didone', 'type', 'chunk', 'sans', 'groovy', 'fell'] as const

type Room = { top: number; size: number; width: number }

/** Lays a text out in letters from different newspapers; answers where it ends. */
export function layCutLetters(sheet: Sheet, text: string, { top, size, width }: Room): number {
  const { margin, random } = sheet
  let baseline = top
  for (const word of wrapForPoster(text)) {
    const ems = [...word].reduce((sum, character) => sum + roughWidth(character), 0)
    const wordSize = Math.min(size, width / ems)
    baseline += wordSize * 1.16
    let x = margin + 24 + random() * Math.max(0, width - ems * wordSize) * 0.8
    for (const character of word) {
      x += character === ' ' ? wordSize * 0.3 : layLetter(sheet, character, { x, baseline, wordSize })
    }
  }
  return baseline + size * 0.3
}

function roughWidth(character: string): number {
  if (character === ' ') return 0.3
  if (/[mwMW]/.test(character)) return 1.3
  return /[ijltIJ1.,]/.test(character) ? 0.66 : 0.98
}

type LetterPlace = { x: number; baseline: number; wordSize: number }

/** Answers how far the next letter is. */
function layLetter(sheet: Sheet, character: string, place: LetterPlace): number {
  const { random } = sheet
  const baseline = place.baseline + (random() - 0.5) * place.wordSize * 0.12
  const size = place.wordSize * (0.84 + random() * 0.24)
  const voice = sheet.pick(NEWSPAPERS)
  const letter = random() > 0.25 ? character.toUpperCase() : character
  const width = Math.max(textWidth(letter, voice, size), size * 0.26)
  const height = size * capHeight(voice)
  const padding = size * 0.12
  const degrees = tenth((random() - 0.5) * 13)
  const chance = random()
  const descender = /[gjpqy]/.test(letter) ? size * 0.16 : 0
  const piece: Box = [
    place.x,
    baseline - height - padding,
    width + 2 * padding,
    height + 2 * padding + descender,
  ]
  printPiece(sheet, chance, {
    shape: scissorCut(piece, random, 10),
    letter: (fill) => letters([place.x + padding, baseline], letter, { voice, size, fill }),
    turn: (svg) => turned(svg, degrees, [place.x + width / 2, baseline - height / 2]),
  })
  return width + 2 * padding + place.wordSize * 0.02
}

type Piece = { shape: string; letter: (fill: string) => string; turn: (svg: string) => string }

/** Black on white, white on black, black on colour, or both inks over a grey tint. */
function printPiece({ keyInk, spotInk, inKey, inSpot }: Sheet, chance: number, piece: Piece): void {
  const { shape, letter, turn } = piece
  const shadow = shifted(path(shape, TINTS.fineKey), 5, 6)
  const cutEdge = path(shape, NO_INK, stroke(keyInk, 1.6))
  if (chance < 0.34) {
    inSpot(turn(path(shape, NO_INK)))
    inKey(turn(shadow + cutEdge + letter(keyInk)))
  } else if (chance < 0.58) {
    inSpot(turn(path(shape, NO_INK)))
    inKey(turn(shadow + path(shape, keyInk) + letter(NO_INK)))
  } else if (chance < 0.82) {
    inSpot(turn(path(shape, spotInk)))
    inKey(turn(shadow + path(shape, NO_INK) + letter(keyInk)))
  } else {
    inSpot(turn(path(shape, NO_INK) + letter(spotInk)))
    inKey(turn(shadow + cutEdge + path(shape, TINTS.lightKey) + letter(keyInk)))
  }
}
