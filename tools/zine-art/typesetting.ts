import type { Point } from './geometry.ts'
import { type Align, letters } from './letters.ts'
import { isArabic, isJapanese } from './scripts.ts'
import { capHeight, leadingOf, type Voice } from './voices.ts'
import { type Fitted, wrap } from './wrapping.ts'

type FittedOptions = { voice: Voice; width: number; align?: 'left' | 'middle'; fill?: string; halo?: number }

/** Sets a fitted text with the top of its capitals at y. */
export function fittedText([x, y]: Point, fitted: Fitted, options: FittedOptions): string {
  const { voice, width, align = 'left', fill, halo } = options
  const baseline = y + fitted.size * capHeight(voice, fitted.lines[0])
  return fitted.lines
    .map((line, index) => {
      const side = align === 'left' && isArabic(line) ? 'right' : align
      const left = align === 'middle' ? x + width / 2 : isArabic(line) ? x + width : x
      return letters([left, baseline + index * fitted.lineHeight], line, {
        voice,
        size: fitted.size,
        align: side,
        fill,
        halo,
      })
    })
    .join('')
}

type ParagraphOptions = {
  voice?: Voice
  size?: number
  width?: number
  align?: Align
  fill?: string
  lineHeight?: number
  /** degrees of turn for each next line */
  jitter?: () => number
  /** the text shrinks until it has no more lines than this */
  maxLines?: number
}

/** Wrapped text with its top at y; answers the y below it too. Arabic is set larger, and from the right. */
export function paragraph([x, y]: Point, text: string, options: ParagraphOptions = {}) {
  const { voice = 'type', width = 800, fill, jitter, maxLines } = options
  const arabic = isArabic(text)
  const growth = arabic ? 1.3 : 1
  let size = (options.size ?? 30) * growth
  let lines = wrap(text, voice, size, width)
  while (maxLines && lines.length > maxLines) {
    size *= 0.95
    lines = wrap(text, voice, size, width)
  }
  const align = arabic && (options.align ?? 'left') === 'left' ? 'right' : (options.align ?? 'left')
  const lineHeight = options.lineHeight ? options.lineHeight * growth : size * paragraphLeading(text, voice)
  const left = align === 'right' ? x + width : align === 'middle' ? x + width / 2 : x
  const svg = lines.map((line, index) =>
    letters([left, y + size * 0.82 + index * lineHeight], line, {
      voice,
      size,
      align,
      fill,
      rotation: jitter?.() ?? 0,
    }),
  )
  return { svg: svg.join(''), bottom: y + lines.length * lineHeight }
}

function paragraphLeading(text: string, voice: Voice): number {
  if (isArabic(text)) return 1.3
  return isJapanese(text) ? 1.45 : leadingOf(voice)
}
