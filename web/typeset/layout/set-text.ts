import {
  type LayoutLine,
  layoutWithLines,
  measureLineStats,
  type PreparedTextWithSegments,
  prepareWithSegments,
} from '@chenglou/pretext'
import type { Box } from '../drawing.ts'
import { type Face, fontOf } from './faces.ts'
import { chooseLanguage, longestWord } from './measure.ts'
import { type Placement, placeLines } from './place-lines.ts'
import { type Direction, directionOf, typographicText } from './typographic-text.ts'

export type SetLine = {
  text: string
  /** Left edge, also of right-to-left text. */
  left: number
  width: number
  maxWidth: number
  baseline: number
  direction: Direction
  /** Of a paragraph. */
  isFirst: boolean
}

export type SetText = {
  lines: SetLine[]
  size: number
  font: string
  lineHeight: number
  /** Below the last line. */
  bottom: number
  /** The end of the text, which does not fit. */
  overflow: string
}

export type TextOptions = {
  text: string
  face: Face
  /** Filled in this order. */
  columns: Box[]
  min: number
  max: number
  language: string
  /** Of paragraphs without letters. */
  direction: Direction
  /** Titles keep their words whole, and their lines have similar widths. */
  isTitle?: boolean
  /** In fewer lines, even if they are slightly smaller. */
  isCompact?: boolean
  /** A gap between all paragraphs, and a larger one after blank lines. */
  isList?: boolean
  /** Between paragraphs, in lines. */
  gap?: number
}

/** `start` is where it starts in the whole text. */
type Paragraph = { text: string; source: string; start: number; gapsBefore: number }

/** Widths are proportional to the size, except with optical sizes. Searching in one size measures each word once. */
const referenceSize = 100

/** The text in the largest size in which it fits, or in the smallest. All columns have the same width. */
export function setText(options: TextOptions): SetText {
  const { face, columns, min, max, isTitle } = options
  chooseLanguage(options.language)
  const paragraphs = paragraphsOf(options)
  const width = columns[0]?.width ?? 0
  // Words of 15 letters fit in any font. A longer one would make a title too small.
  const smallestWhole = isTitle ? Math.max(min, Math.min(max * 0.4, width / 10)) : max
  const measureAll = (size: number) => paragraphs.map(({ text }) => prepareWithSegments(text, fontOf(face, size)))
  const placementAt = (size: number, measured = measureAll(size), measuredSize = size) => {
    const scaledWidth = (width * measuredSize) / size
    const areWhole = size <= smallestWhole || measured.every((text) => longestWord(text) <= scaledWidth)
    const placement = placeLines(
      measured.map((text, index) => ({
        lines: measureLineStats(text, scaledWidth).lineCount,
        gapsBefore: paragraphs[index]?.gapsBefore ?? 0,
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

const lineHeightOf = (face: Face, size: number) => Math.round(face.leading * size)

function paragraphsOf({ text, language, isTitle, isCompact, isList }: TextOptions) {
  const paragraphs: Paragraph[] = []
  const usualGaps = isList ? 1 : 0
  let gapsBefore = usualGaps
  let start = 0
  for (const line of text.split(/(?<=\n)/)) {
    const source = line.trim()
    if (source)
      paragraphs.push({
        text: typographicText(source, language, { isTitle, isCompact }),
        source,
        start: start + line.indexOf(source),
        gapsBefore,
      })
    gapsBefore = source === '' ? usualGaps * 1.5 + 1 : usualGaps
    start += line.length
  }
  return paragraphs
}

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
  const font = fontOf(face, size)
  const lineHeight = lineHeightOf(face, size)
  const set: SetText = { lines: [], size, font, lineHeight, bottom: columns[0]?.y ?? 0, overflow: '' }
  for (const [index, paragraph] of paragraphs.entries()) {
    const measured = prepareWithSegments(paragraph.text, font)
    const width = columns[0]?.width ?? 0
    const all = layoutWithLines(measured, isTitle ? balancedWidth(measured, width) : width, lineHeight).lines
    const places = placements[index] ?? []
    const isCut = places.length < all.length
    const { lines, rest } = isCut
      ? cutLines(paragraph.source, measured, all.slice(0, places.length), index === 0)
      : { lines: all, rest: undefined }
    const direction = directionOf(paragraph.source, options.direction)
    for (const [at, line] of lines.entries()) {
      const { column, top } = places[at] as Placement
      const box = columns[column] as Box
      set.lines.push({
        text: line.text.trimEnd().replaceAll('\u2060', ''),
        left: direction === 'rtl' ? box.x + box.width - line.width : box.x,
        width: line.width,
        maxWidth: box.width,
        baseline: Math.round(box.y + top + (lineHeight - size) / 2 + size * 0.8),
        direction,
        isFirst: at === 0,
      })
      set.bottom = Math.max(set.bottom, box.y + top + lineHeight)
    }
    if (rest !== undefined) return { ...set, overflow: options.text.slice(paragraph.start + rest) }
  }
  return set
}

/** The smallest width with as many lines. */
function balancedWidth(text: PreparedTextWithSegments, width: number) {
  const { lineCount } = measureLineStats(text, width)
  const narrowest = Math.ceil(Math.min(width, Math.max(longestWord(text), width * 0.4)))
  const narrower = (by: number) => measureLineStats(text, width - by).lineCount === lineCount
  return lineCount > 1 ? width - largest(0, Math.floor(width - narrowest), narrower) : width
}

/** Ends before a hyphenated word, so that the next page starts with a whole one. `rest` is where it starts in the source. */
function cutLines(source: string, { kinds }: PreparedTextWithSegments, placed: LayoutLine[], isFirst: boolean) {
  const all = placed.map(({ text, width, end }) => ({
    ...{ text, width },
    isHyphenated: end.graphemeIndex === 0 && kinds[end.segmentIndex - 1] === 'soft-hyphen',
  }))
  const whole = [...all]
  for (let last = whole.at(-1); last?.isHyphenated; last = whole.at(-1)) {
    whole.pop()
    const text = last.text.replace(/\s*\S+$/, '')
    if (text) whole.push({ ...last, text, isHyphenated: false })
  }
  // One word can fill the page.
  const lines = isFirst && whole.length === 0 ? all : whole
  const printed = lines.map(({ text, isHyphenated }) => printedLength(text) - (isHyphenated ? 1 : 0))
  const count = printed.reduce((sum, length) => sum + length, 0)
  return { lines, rest: indexOfPrinted(source, count) }
}

/** White space and characters that may be left out of a line, or added by typography. */
const unprinted = /[\s\u00ad\u200b\u2060]|\ufe0f/g
const printedLength = (text: string) => text.replaceAll(unprinted, '').length

/** Of the character after the first `count` printed ones. */
function indexOfPrinted(text: string, count: number) {
  let index = 0
  for (let printed = 0; index < text.length; index += 1) {
    const length = printedLength(text.charAt(index))
    if (length > 0 && printed === count) break
    printed += length
  }
  return index
}
