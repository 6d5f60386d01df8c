import type { Box } from '../drawing.ts'
import { fontOf } from '../fonts/faces.ts'
import type { LineKind } from './markdown.ts'
import { chooseLanguage } from './measure.ts'
import {
  indexInText,
  measure,
  type Paragraph,
  type ParagraphOptions,
  paragraphsOf,
  printedLength,
} from './paragraphs.ts'
import { type Placement, placeLines } from './place-lines.ts'
import { type LineRun, type MeasuredLine, type MeasuredText, withoutLastWord } from './styled-text.ts'
import { type Direction, directionOf } from './typographic-text.ts'

/** A line of text on a page. All distances are in pixels. */
export type SetLine = {
  text: string
  runs: LineRun[]
  kind: LineKind
  /** The left edge, also of right-to-left text. */
  left: number
  width: number
  maxWidth: number
  baseline: number
  direction: Direction
  /** Whether the line is the first of a paragraph. */
  isFirst: boolean
  /** The space before the line, for a bullet or a bar. */
  indent: number
}

export type SetText = {
  lines: SetLine[]
  size: number
  font: string
  lineHeight: number
  /** The lower edge of the last line, in pixels from the top of the page. */
  bottom: number
  /** The end of the text, which does not fit. */
  overflow: string
}

export type TextOptions = ParagraphOptions & {
  /** The boxes that the text fills, in this order. */
  columns: Box[]
  /** The smallest and the largest text size, in pixels. */
  min: number
  max: number
  /** The direction of paragraphs without letters. */
  direction: Direction
  /** The space between paragraphs, in lines. */
  gap?: number
}

/** Widths are proportional to the size, except with optical sizes. Searching in one size measures each word once. */
const referenceSize = 100

/** Sets the text in the largest size in which it fits, or in the smallest. All columns have the same width. */
export function setText(options: TextOptions): SetText {
  const { face, columns, min, max, isTitle } = options
  chooseLanguage(options.language)
  const paragraphs = paragraphsOf(options)
  const width = columns[0]?.width ?? 0
  // Words of 15 letters fit in any font. A longer one would make a title too small.
  const smallestWhole = isTitle ? Math.max(min, Math.min(max * 0.4, width / 10)) : max
  const measureAll = (size: number) => paragraphs.map((paragraph) => measure(paragraph, size))
  const placementAt = (size: number, measured = measureAll(size), measuredSize = size) => {
    const scaledWidth = (width * measuredSize) / size
    const areWhole = size <= smallestWhole || measured.every((text) => text.longestWord <= scaledWidth)
    const placement = placeLines(
      measured.map((text, index) => ({
        lines: text.countLines(scaledWidth),
        gapsBefore: paragraphs[index]?.gapsBefore ?? 0,
        keepsNext: paragraphs[index]?.kind === 'heading' && index < paragraphs.length - 1,
      })),
      columns.map(({ height }) => height),
      { lineHeight: lineHeightOf(face, size), gap: Math.round(lineHeightOf(face, size) * (options.gap ?? 0.55)) },
    )
    return { placements: placement.placements, isComplete: placement.isComplete && areWhole }
  }
  const reference = measureAll(referenceSize)
  let size = largest(min, max, (candidate) => placementAt(candidate, reference, referenceSize).isComplete)
  let placement = placementAt(size)
  while (size > min && !placement.isComplete) {
    size -= 1
    placement = placementAt(size)
  }
  if (options.isCompact && placement.isComplete) {
    const lines = (at: number) => placementAt(at).placements.flat().length
    const fewest = lines(Math.max(min, Math.floor(size * 0.84)))
    if (lines(size) > fewest) size = largest(min, size, (candidate) => lines(candidate) <= fewest)
    placement = placementAt(size)
  }
  return printLines(options, size, paragraphs, placement.placements)
}

const lineHeightOf = (face: TextOptions['face'], size: number) => Math.round(face.leading * size)

/** The largest whole number for which `fits`, or the smallest. */
export function largest(min: number, max: number, fits: (value: number) => boolean) {
  let low = min
  let high = Math.max(min, max)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}

function printLines(options: TextOptions, size: number, paragraphs: Paragraph[], placements: Placement[][]): SetText {
  const { face, columns, isTitle } = options
  const lineHeight = lineHeightOf(face, size)
  const bottom = columns[0]?.y ?? 0
  const set: SetText = { lines: [], size, font: fontOf(face, size), lineHeight, bottom, overflow: '' }
  for (const [index, paragraph] of paragraphs.entries()) {
    const measured = measure(paragraph, size)
    const width = columns[0]?.width ?? 0
    const all = measured.linesAt(isTitle ? balancedWidth(measured, width) : width)
    const places = placements[index] ?? []
    const isCut = places.length < all.length
    const { lines, rest } = isCut
      ? cutLines(paragraph, all.slice(0, places.length), index === 0)
      : { lines: all, rest: undefined }
    const direction = directionOf(paragraph.words, options.direction)
    const indent = paragraph.indent * size
    for (const [at, line] of lines.entries()) {
      const { column, top } = places[at] as Placement
      const box = columns[column] as Box
      const runs = line.runs.map((run) => ({ ...run, text: run.text.trimEnd().replaceAll('\u2060', '') }))
      set.lines.push({
        text: runs.map(({ text }) => text).join(' '),
        runs,
        kind: paragraph.kind,
        direction,
        indent,
        left: direction === 'rtl' ? box.x + box.width - line.width - indent : box.x + indent,
        width: line.width,
        maxWidth: box.width - indent,
        baseline: Math.round(box.y + top + (lineHeight - size) / 2 + size * 0.8),
        isFirst: at === 0,
      })
      set.bottom = Math.max(set.bottom, box.y + top + lineHeight)
    }
    if (rest !== undefined) return { ...set, overflow: options.text.slice(rest) }
  }
  return set
}

/** The smallest width in pixels at which the text has as many lines. */
function balancedWidth(text: MeasuredText, width: number) {
  const lineCount = text.countLines(width)
  const narrowest = Math.ceil(Math.min(width, Math.max(text.longestWord, width * 0.4)))
  const narrower = (by: number) => text.countLines(width - by) === lineCount
  return lineCount > 1 ? width - largest(0, Math.floor(width - narrowest), narrower) : width
}

/** Ends before a hyphenated word, so that the next page starts with a whole one. `rest` is where it starts in the text. */
function cutLines(paragraph: Paragraph, placed: MeasuredLine[], isFirst: boolean) {
  const whole = [...placed]
  for (let last = whole.at(-1); last?.isHyphenated; last = whole.at(-1)) {
    whole.pop()
    const shorter = withoutLastWord(last)
    if (shorter) whole.push(shorter)
  }
  // One word can fill the page.
  const lines = isFirst && whole.length === 0 ? placed : whole
  const printed = lines.map((line) => printedLength(textOfLine(line)) - (line.isHyphenated ? 1 : 0))
  const count = printed.reduce((sum, length) => sum + length, 0)
  return { lines, rest: indexInText(paragraph, count) }
}

const textOfLine = ({ runs }: MeasuredLine) => runs.map(({ text }) => text).join('')
