import { type Face, fontOf, styledFace } from '../fonts/faces.ts'
import { type LineKind, type Run, readLines, textOfRuns } from './markdown.ts'
import { type MeasuredText, measureText } from './styled-text.ts'
import { typographicText } from './typographic-text.ts'

export type ParagraphOptions = {
  text: string
  face: Face
  language: string
  /** Titles keep their words whole, and their lines have similar widths. */
  isTitle?: boolean
  /** Fewer lines are better, even if they are slightly smaller. */
  isCompact?: boolean
  /** The face of subheadings. With it, the text also has lists, quotes and tables. */
  subheading?: Face
  /** All paragraphs have a gap before them, larger after blank lines, and no bullets of their own. */
  isList?: boolean
}

/** `words` is what it prints before typography, and `start` its index in the whole text. `gapsBefore` counts gaps. */
export type Paragraph = {
  kind: LineKind
  parts: { text: string; face: Face; scale: number }[]
  words: string
  runs: Run[]
  start: number
  gapsBefore: number
  /** The space before the line, as a multiple of the text size. */
  indent: number
}

/** Measures a paragraph at a text size in pixels. Its indent grows with the size. */
export function measure({ parts, indent }: Paragraph, size: number): MeasuredText {
  const text = measureText(
    parts.map((part) => ({ text: part.text, font: fontOf(part.face, Math.round(size * part.scale)) })),
  )
  const inner = (width: number) => width - indent * size
  return {
    longestWord: text.longestWord + indent * size,
    countLines: (width) => text.countLines(inner(width)),
    linesAt: (width) => text.linesAt(inner(width)),
  }
}

/** Reads the paragraphs of a text, with their typography and faces. */
export function paragraphsOf(options: ParagraphOptions): Paragraph[] {
  const { text, subheading, isList } = options
  const usualGaps = isList ? 1 : 0
  const lines = readLines(text, subheading === undefined)
  return lines.map(({ kind, start, runs, isAfterBlank }, index) => {
    const isHeading = kind === 'heading'
    const gaps = isAfterBlank ? usualGaps * 1.5 + 1 : usualGaps
    return {
      kind,
      runs,
      start,
      words: textOfRuns(runs),
      parts: styledParts(runs, options, isHeading ? subheading : undefined),
      gapsBefore: index === 0 ? usualGaps : Math.max(gaps, isHeading ? 1 : 0),
      indent: kind === 'quote' || (kind === 'bullet' && !isList) ? indentSize : 0,
    }
  })
}

const indentSize = 1.1
/** A subheading is larger than the text by this factor, which does not make its lines higher. */
const subheadingScale = 1.2

/** Typography needs the whole paragraph, for example for quotation marks around a bold word. */
function styledParts(runs: Run[], { language, isTitle, isCompact, face }: ParagraphOptions, subheading?: Face) {
  const text = typographicText(textOfRuns(runs), language, { isTitle, isCompact })
  const scale = subheading ? subheadingScale : 1
  const parts: Paragraph['parts'] = []
  let printed = 0
  let start = 0
  for (const [index, run] of runs.entries()) {
    printed += printedLength(run.text)
    const end = index === runs.length - 1 ? text.length : indexOfPrinted(text, printed)
    const part = { text: text.slice(start, end), face: styledFace(subheading ?? face, run), scale }
    const last = parts.at(-1)
    if (last && last.face.weight === part.face.weight && last.face.isItalic === part.face.isItalic)
      last.text += part.text
    else parts.push(part)
    start = end
  }
  return parts
}

/** Where the text continues after the first `count` printed characters of the paragraph. */
export function indexInText({ words, runs, start }: Paragraph, count: number) {
  if (count === 0) return start
  let index = indexOfPrinted(words, count)
  for (const run of runs) {
    if (index < run.text.length) return run.start + index
    index -= run.text.length
  }
  const last = runs.at(-1)
  return last ? last.start + last.text.length : start
}

/** White space and characters that may be left out of a line, or added by typography. */
const unprinted = /[\s\u00ad\u200b\u2060]|\ufe0f/g
/** The number of characters that typography neither adds nor removes. */
export const printedLength = (text: string) => text.replaceAll(unprinted, '').length

/** Returns the index of the character after the first `count` printed ones. */
function indexOfPrinted(text: string, count: number) {
  let index = 0
  for (let printed = 0; index < text.length; index += 1) {
    const length = printedLength(text.charAt(index))
    if (length > 0 && printed === count) break
    printed += length
  }
  return index
}
