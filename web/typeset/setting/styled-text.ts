import { layoutWithLines, measureLineStats, prepareWithSegments } from '@chenglou/pretext'
import {
  materializeRichInlineLineRange,
  measureRichInlineStats,
  prepareRichInline,
  type RichInlineLine,
  walkRichInlineLineRanges,
} from '@chenglou/pretext/rich-inline'
import { longestWord } from './measure.ts'

export type StyledText = { text: string; font: string }

/** A part of a line in one font. `offset` is its distance from the start of the line, in pixels. */
export type LineRun = StyledText & { offset: number; width: number }

export type MeasuredLine = { runs: LineRun[]; width: number; isHyphenated: boolean }

/** A paragraph in its fonts, which breaks at any width. Widths are in pixels. */
export type MeasuredText = {
  longestWord: number
  countLines: (width: number) => number
  linesAt: (width: number) => MeasuredLine[]
}

/** Measures a paragraph. Several fonts are slower, so a paragraph in one font is measured apart. */
export const measureText = (parts: StyledText[]): MeasuredText =>
  parts.length === 1 && parts[0] ? measureInOneFont(parts[0]) : measureInFonts(parts)

function measureInOneFont({ text, font }: StyledText): MeasuredText {
  const prepared = prepareWithSegments(text, font)
  return {
    longestWord: longestWord(prepared),
    countLines: (width) => measureLineStats(prepared, width).lineCount,
    linesAt: (width) =>
      layoutWithLines(prepared, width, 1).lines.map((line) => ({
        runs: [{ text: line.text, font, offset: 0, width: line.width }],
        width: line.width,
        isHyphenated: line.end.graphemeIndex === 0 && prepared.kinds[line.end.segmentIndex - 1] === 'soft-hyphen',
      })),
  }
}

function measureInFonts(parts: StyledText[]): MeasuredText {
  const prepared = prepareRichInline(parts)
  return {
    longestWord: Math.max(0, ...parts.map(({ text, font }) => longestWord(prepareWithSegments(text, font)))),
    countLines: (width) => measureRichInlineStats(prepared, width).lineCount,
    linesAt: (width) => {
      const lines: MeasuredLine[] = []
      walkRichInlineLineRanges(prepared, width, (range) => {
        lines.push(toLine(parts, materializeRichInlineLineRange(prepared, range)))
      })
      return lines
    },
  }
}

function toLine(parts: StyledText[], { fragments, width }: RichInlineLine): MeasuredLine {
  let end = 0
  const runs = fragments.map(({ itemIndex, text, gapBefore, occupiedWidth }) => {
    const offset = end + gapBefore
    end = offset + occupiedWidth
    return { text, font: parts[itemIndex]?.font ?? '', offset, width: occupiedWidth }
  })
  const last = fragments.at(-1)
  const isHyphenated = last !== undefined && parts[last.itemIndex]?.text.charAt(last.sourceEnd - 1) === '\u00ad'
  return { runs, width, isHyphenated }
}

/** Removes the part of a word at the end. Undefined if the line has no other word. */
export function withoutLastWord({ runs }: MeasuredLine): MeasuredLine | undefined {
  const left = [...runs]
  for (let last = left.pop(); last; last = left.pop()) {
    const text = last.text.replace(/\s*\S+$/, '')
    if (text) return { runs: [...left, { ...last, text }], width: last.offset + last.width, isHyphenated: false }
    const before = left.at(-1)
    // A gap is a space between words.
    const isWholeWord = /^\s/.test(last.text) || (before && last.offset > before.offset + before.width)
    if (before && isWholeWord) return { runs: left, width: before.offset + before.width, isHyphenated: false }
  }
}
