import { isArabic, isCyrillic, isJapanese } from './scripts.ts'

/** A voice is what a typeface sounds like; the outlines behind the names are listed in glyphs.LICENSE.txt. */
export type LatinVoice =
  | 'tall'
  | 'chunk'
  | 'fat'
  | 'groovy'
  | 'didone'
  | 'type'
  | 'pen'
  | 'marker'
  | 'comic'
  | 'fell'
  | 'sans'
  | 'text'
export type JapaneseVoice = 'jpfat' | 'jphand'
export type ArabicVoice = 'arfat' | 'artext'
export type Voice = LatinVoice | JapaneseVoice | ArabicVoice

const DISPLAY = new Set<Voice>(['tall', 'chunk', 'fat', 'groovy', 'didone', 'sans', 'marker'])
const CAPITALS_ONLY = new Set<Voice>(['tall', 'chunk', 'fat'])

const WITH_CYRILLIC: Partial<Record<Voice, LatinVoice>> = {
  fat: 'chunk',
  groovy: 'chunk',
  didone: 'tall',
  type: 'text',
  marker: 'pen',
  comic: 'pen',
  fell: 'text',
}

const CAP_HEIGHT: Record<LatinVoice, number> = {
  tall: 0.86,
  chunk: 0.7,
  fat: 0.76,
  groovy: 0.72,
  didone: 0.7,
  type: 0.62,
  pen: 0.5,
  marker: 0.76,
  comic: 0.64,
  fell: 0.66,
  sans: 0.7,
  text: 0.66,
}

const LATIN_LEADING: Record<LatinVoice, number> = {
  tall: 1.02,
  chunk: 0.84,
  fat: 0.92,
  groovy: 0.86,
  didone: 0.92,
  type: 1.3,
  pen: 0.86,
  marker: 1.02,
  comic: 1.1,
  fell: 1.16,
  sans: 0.88,
  text: 1.3,
}

export const isDisplay = (voice: Voice) => DISPLAY.has(voice)

/** The nearest voice that can write the script of a text. */
export function voiceFor(text: string, voice: Voice): Voice {
  if (isArabic(text)) return isDisplay(voice) ? 'arfat' : 'artext'
  if (isJapanese(text)) return isDisplay(voice) ? 'jpfat' : 'jphand'
  if (isCyrillic(text)) return WITH_CYRILLIC[voice] ?? voice
  return voice
}

export const isArabicVoice = (voice: Voice): voice is ArabicVoice => voice === 'arfat' || voice === 'artext'
const isJapaneseVoice = (voice: Voice): voice is JapaneseVoice => voice === 'jpfat' || voice === 'jphand'

export const caseFor = (text: string, voice: Voice) => (CAPITALS_ONLY.has(voice) ? text.toUpperCase() : text)

/** Height of a capital, as a part of the size. */
export function capHeight(voice: Voice, text = ''): number {
  const actual = voiceFor(text, voice)
  if (isArabicVoice(actual)) return 0.72
  if (isJapaneseVoice(actual)) return 0.86
  return CAP_HEIGHT[actual]
}

/** Distance between lines, as a part of the size. */
export function leadingOf(voice: Voice): number {
  if (isArabicVoice(voice) || isJapaneseVoice(voice)) return 1.2
  return LATIN_LEADING[voice]
}
