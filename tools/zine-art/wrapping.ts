import { textWidth } from './letters.ts'
import { isArabic, isJapanese } from './scripts.ts'
import { isDisplay, leadingOf, type Voice } from './voices.ts'

/** Breaks a text into lines no wider than `width`. Japanese breaks anywhere but before closing punctuation. */
export function wrap(text: string, voice: Voice, size: number, width: number): string[] {
  const japanese = isJapanese(text)
  const pieces = japanese ? [...text] : text.split(' ')
  const lines: string[] = []
  let line = ''
  for (const piece of pieces) {
    const longer = line ? line + (japanese ? '' : ' ') + piece : piece
    const staysWithLine = japanese && /[、。！？」]/.test(piece)
    if (line && textWidth(longer, voice, size) > width && !staysWithLine) {
      lines.push(line)
      line = piece
    } else line = longer
  }
  if (line) lines.push(line)
  return lines
}

/** Breaks a title into the few short lines of a poster: a word each, small words in company. */
export function wrapForPoster(title: string): string[] {
  return isJapanese(title) ? wrapJapanesePoster([...title]) : wrapWordPoster(title)
}

function wrapJapanesePoster(characters: string[]): string[] {
  const perLine = characters.length > 6 ? 3 : 2
  const lines: string[] = []
  for (let start = 0; start < characters.length; start += perLine) {
    lines.push(characters.slice(start, start + perLine).join(''))
  }
  return lines
}

function wrapWordPoster(title: string): string[] {
  const lines: string[] = []
  for (const word of title.replace(/,/g, '').split(' ')) {
    const last = lines.at(-1)
    const oneIsShort = last && (last.length < 4 || word.length < 3)
    if (oneIsShort && last.length + word.length < 11) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

export type Fitted = { size: number; lines: string[]; lineHeight: number; height: number }
type Room = { width: number; height: number; largest?: number; maxLines?: number; leading?: number }

/** The largest setting of a text inside a width and a height. */
export function fitText(text: string, voice: Voice, room: Room): Fitted {
  const { width, height, largest = 400, maxLines = 9 } = room
  const leading = leadingFor(text, voice, room.leading)
  const fits = (size: number, lines: string[]) =>
    lines.length <= maxLines &&
    lines.length * size * leading <= height * 1.02 &&
    lines.every((line) => textWidth(line, voice, size) <= width)

  let best = { size: 10, lines: [text] }
  let low = 10
  let high = largest
  for (let halvings = 0; halvings < 14; halvings++) {
    const size = (low + high) / 2
    const lines = wrap(text, voice, size, width)
    if (fits(size, lines)) {
      best = { size, lines }
      low = size
    } else high = size
  }
  return { ...best, lineHeight: best.size * leading, height: best.lines.length * best.size * leading }
}

function leadingFor(text: string, voice: Voice, wanted = leadingOf(voice)): number {
  if (isArabic(text)) return 1.12
  if (isJapanese(text)) return isDisplay(voice) ? 1.08 : 1.4
  return wanted
}
