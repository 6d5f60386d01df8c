import { readFileSync } from 'node:fs'
import { type Point, tenth } from './geometry.ts'
import { NO_INK } from './inks.ts'
import {
  type ArabicVoice,
  caseFor,
  isArabicVoice,
  type JapaneseVoice,
  type LatinVoice,
  type Voice,
  voiceFor,
} from './voices.ts'

/** Outlines at 1000 units to the em. Arabic comes as whole words, already shaped. */
type Glyph = [advance: number, path?: string]
type Typeface = { g: Record<string, Glyph>; kern: Record<string, number> }
type ShapedWord = [advance: number, glyphs: [x: number, y: number, path: string][]]
type Glyphs = {
  latin: Record<LatinVoice | JapaneseVoice, Typeface>
  words: Record<ArabicVoice, Record<string, ShapedWord>>
}

const GLYPHS: Glyphs = JSON.parse(readFileSync(new URL('./glyphs.json', import.meta.url), 'utf8'))

type Outline = { path: string; advance: number }

function outline(text: string, voice: Voice, tracking = 0): Outline {
  const actual = voiceFor(text, voice)
  const cased = caseFor(text, actual)
  return isArabicVoice(actual) ? arabicOutline(cased, actual) : glyphOutline(cased, actual, tracking)
}

const ARABIC_WORD_SPACE = 230
const UNKNOWN_WORD = 120
const UNKNOWN_GLYPH = 300

function arabicOutline(text: string, voice: ArabicVoice): Outline {
  let path = ''
  let x = 0
  for (const token of text.split(' ').reverse()) {
    const [, word = '', stop] = token.match(/^(.*?)([.:]?)$/) ?? []
    const dot = stop && GLYPHS.latin.text.g[stop]
    if (dot) {
      path += `M${Math.round(x)} 0${dot[1]}`
      x += dot[0]
    }
    const shaped = GLYPHS.words[voice][word]
    if (!shaped) {
      x += UNKNOWN_WORD
      continue
    }
    for (const [dx, dy, glyph] of shaped[1]) path += `M${Math.round(x + dx)} ${dy}${glyph}`
    x += shaped[0] + ARABIC_WORD_SPACE
  }
  return { path, advance: x - ARABIC_WORD_SPACE }
}

function glyphOutline(text: string, voice: LatinVoice | JapaneseVoice, tracking: number): Outline {
  const face = GLYPHS.latin[voice]
  let path = ''
  let x = 0
  let previous = ''
  for (const character of text) {
    const glyph = face.g[character] ?? GLYPHS.latin.text.g[character] ?? GLYPHS.latin.jphand.g[character]
    if (!glyph) {
      x += UNKNOWN_GLYPH
      continue
    }
    x += face.kern[previous + character] ?? 0
    if (glyph[1]) path += `M${Math.round(x)} 0${glyph[1]}`
    x += glyph[0] + tracking
    previous = character
  }
  return { path, advance: x - tracking }
}

export const textWidth = (text: string, voice: Voice, size: number, tracking = 0) =>
  (outline(text, voice, tracking).advance * size) / 1000

/** The size at which a line is `width` wide. */
export const sizeForWidth = (text: string, voice: Voice, width: number) => width / textWidth(text, voice, 1)

export type Align = 'left' | 'middle' | 'right'

export type LetterOptions = {
  voice?: Voice
  size?: number
  align?: Align
  fill?: string
  /** degrees */
  rotation?: number
  /** extra space after each letter, in thousandths of the size */
  tracking?: number
  stretch?: number
  /** width of an uninked halo round the letters */
  halo?: number
}

/** One line of text on a baseline. */
export function letters([x, y]: Point, text: string, options: LetterOptions = {}): string {
  const { voice = 'type', size = 30, align = 'left', fill, rotation = 0, stretch = 1, halo } = options
  const { path, advance } = outline(text, voice, options.tracking ?? 0)
  const scale = size / 1000
  const shift = align === 'middle' ? -advance / 2 : align === 'right' ? -advance : 0
  const transform = [
    `translate(${tenth(x)} ${tenth(y)})`,
    rotation ? ` rotate(${tenth(rotation)})` : '',
    ` scale(${+(scale * stretch).toFixed(4)} ${+scale.toFixed(4)})`,
    shift ? ` translate(${Math.round(shift)} 0)` : '',
  ].join('')
  const around = halo
    ? `stroke="${NO_INK}" stroke-width="${tenth(halo / scale)}" stroke-linejoin="round" paint-order="stroke" `
    : ''
  return `<path ${fill ? `fill="${fill}" ` : ''}${around}transform="${transform}" d="${path}"/>`
}
