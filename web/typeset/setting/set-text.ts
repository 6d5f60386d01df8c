import type { Alignment } from '#contract/page-recipe.ts'
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
  /** What each space is wider than usual, in justified text. */
  wordSpacing: number
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
  /** The only sizes that are possible, from the largest to the smallest. */
  sizes?: number[]
  alignment?: Alignment | undefined
  /** The lines of each paragraph have similar widths, as those of titles have. */
  isBalanced?: boolean
  /** The direction of paragraphs without letters. */
  direction: Direction
  /** The space between paragraphs, in lines. */
  gap?: number | undefined
}

/** Widths are proportional to the size, except with optical sizes. Searching in one size measures each word once. */
const referenceSize = 100

/** Sets the text in the largest size in which it fits, or in the smallest. All columns have the same width. */
export function setText(options: TextOptions): SetText {
  const { face, columns, isTitle, sizes } = options
  const max = sizes?.[0] ?? options.max
  const min = sizes?.at(-1) ?? options.min
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
  const isComplete = (candidate: number) => placementAt(candidate, reference, referenceSize).isComplete
  let size = sizes ? (sizes.find(isComplete) ?? min) : largest(min, max, isComplete)
  let placement = placementAt(size)
  while (size > min && !placement.isComplete) {
    size = sizes ? (sizes[sizes.indexOf(size) + 1] ?? min) : size - 1
    placement = placementAt(size)
  }
  if (options.isCompact && placement.isComplete && !sizes) {
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
    const all = measured.linesAt(isTitle || options.isBalanced ? balancedWidth(measured, width) : width)
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
      const space = box.width - indent - line.width
      const isLast = at === all.length - 1
      const justified = options.alignment === 'justify' && !isLast ? justify(line, space, size) : undefined
      const runs = printedRuns(justified ?? line)
      const atLeft = direction === 'rtl' ? box.x + space : box.x + indent
      const middle = paragraph.kind === 'text' && options.alignment === 'center' ? space / 2 : 0
      set.lines.push({
        text: runs.map(({ text }) => text).join(' '),
        runs,
        kind: paragraph.kind,
        direction,
        indent,
        left: direction === 'rtl' ? atLeft - middle : atLeft + middle,
        width: line.width,
        maxWidth: box.width - indent,
        baseline: Math.round(box.y + top + (lineHeight - size) / 2 + size * 0.8),
        isFirst: at === 0,
        wordSpacing: justified?.wordSpacing ?? 0,
      })
      set.bottom = Math.max(set.bottom, box.y + top + lineHeight)
    }
    if (rest !== undefined) return { ...set, overflow: options.text.slice(rest) }
  }
  return set
}

const printedRuns = ({ runs }: Pick<MeasuredLine, 'runs'>) =>
  runs.map((run) => ({ ...run, text: run.text.trimEnd().replaceAll('\u2060', '') }))

/** Spaces wider than this share of the text size would look like holes. */
const widestSpace = 0.5

/** Widens the spaces of a line, so that it is as long as the others. Undefined if they would be too wide. */
function justify(line: MeasuredLine, space: number, size: number) {
  let spaces = 0
  const before = line.runs.map(({ text, offset }, index) => {
    const last = line.runs[index - 1]
    if (last && offset > last.offset + last.width) spaces += 1
    const own = spaces
    spaces += text.trimEnd().match(/[ \u00a0]/g)?.length ?? 0
    return own
  })
  const wordSpacing = space / spaces
  if (spaces === 0 || wordSpacing > size * widestSpace) return undefined
  const runs = line.runs.map((run, index) => ({ ...run, offset: run.offset + (before[index] ?? 0) * wordSpacing }))
  return { runs, wordSpacing }
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
