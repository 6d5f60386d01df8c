import type { PageRecipe } from '#contract/page-recipe.ts'
import { type Emphasis, readRuns } from './markdown.ts'

type Division = {
  language: string
  /** The start of the text that fits on a page, whole or cut anywhere. `isFirst` is a page with the title. */
  fitStart: (text: string, isFirst: boolean) => string
}

/** More pages are full, so that the largest zine has as many words as possible. */
const maxEvenPages = 20

/** The start of a text for a page: all of it, or as much as the other pages have, up to the end of a sentence. */
export function takePage(
  text: string,
  isFirst: boolean,
  { language, fitStart }: Division,
): [page: string, rest: string] {
  const fitting = fitStart(text, isFirst)
  if (fitting.length >= text.length) return [text, '']
  const pages = Math.ceil((text.length / fitting.length) * (isFirst ? 1.07 : 1))
  return divideAt(
    text,
    bestEnd(text, fitting, { length: text.length / pages, isEven: pages <= maxEvenPages, language }),
  )
}

/** Text after what fits, to tell where a sentence ends. */
const longestSentence = 500

type Aim = { length: number; isEven: boolean; language: string }

/** The end of a paragraph is worth some more distance from the aim than that of a sentence or a line. */
const penalties = { paragraph: 0, sentence: 0.12, line: 0.2 }

function bestEnd(text: string, fitting: string, { length, isEven, language }: Aim) {
  const aim = isEven ? Math.min(length, fitting.length) : fitting.length
  const ends = endsIn(text.slice(0, fitting.length + longestSentence), language)
  const possible = ends.filter(({ index }) => index > aim * 0.6 && index <= fitting.length)
  return closestEnd(possible, aim, aim)?.index ?? fitting.length
}

/** `length` is that of the part which ends there. */
function closestEnd(ends: End[], aim: number, length: number) {
  const cost = ({ index, kind }: End) => Math.abs(index - aim) / length + penalties[kind]
  return ends.toSorted((a, b) => cost(a) - cost(b))[0]
}

type End = { index: number; kind: keyof typeof penalties }

/** Ends of paragraphs, sentences and lines within a text, except after subheadings and within quotes. */
export function endsIn(text: string, language: string): End[] {
  const ends: End[] = []
  const add = (index: number, kind: End['kind']) => {
    const line = text.slice(text.lastIndexOf('\n', index - 1) + 1, index)
    const rest = text.slice(index)
    const isInQuote = line.startsWith('>') && !/^\s*\n(?!>)/.test(rest)
    if (rest.trim() && !isInQuote && !/^(?:#{1,6}\s|\s*$)/.test(line)) ends.push({ index, kind })
  }
  for (const { index, 0: gap } of text.matchAll(/\n+/g)) add(index, gap.length > 1 ? 'paragraph' : 'line')
  for (const { segment, index } of sentencesIn(text, language)) {
    const sentence = segment.trimEnd()
    if (sentenceEnd.test(sentence) && !abbreviation.test(sentence)) add(index + sentence.length, 'sentence')
  }
  return ends
}

/** The sentences of a text, with their indexes. */
export const sentencesIn = (text: string, language: string) =>
  new Intl.Segmenter(language || undefined, { granularity: 'sentence' }).segment(text)

/** The text in `count` parts of similar length, if it has enough ends. */
export function divideEvenly(text: string, count: number, ends: End[]): string[] | undefined {
  const parts: string[] = []
  let rest = text
  let taken = 0
  for (let left = count; left > 1; left -= 1) {
    const length = (text.length - taken) / left
    const later = ends.filter(({ index }) => index > taken)
    const best = closestEnd(later, taken + length, length)
    if (!best) return undefined
    const [part, after] = divideAt(rest, best.index - (text.length - rest.length))
    parts.push(part)
    rest = after
    taken = best.index
  }
  return [...parts, rest]
}

const sentenceEnd = /[\p{Sentence_Terminal}…][\p{P}*_]*$/u
/** An abbreviation or an initial: both look the same. */
const abbreviation = /(?<!\p{L})\p{Lu}\p{Ll}{0,2}\.$/u

/** Looking further for marks than this many characters would make long notes slow. */
const longestEmphasis = 1000

/** Closes the marks of words in bold or italics at the end, and opens them again on the next page. */
function divideAt(text: string, index: number): [string, string] {
  const lineStart = Math.max(text.lastIndexOf('\n', index - 1) + 1, index - longestEmphasis)
  const [line = ''] = text.slice(lineStart, index + longestEmphasis).split('\n', 1)
  const at = index - lineStart
  const run = readRuns(line).find(({ start, text: words }) => start < at && at < start + words.length)
  const opening = run ? (openingMark(run).exec(line.slice(0, run.start))?.[0] ?? '') : ''
  const closing = [...opening].reverse().join('')
  return [text.slice(0, index).trimEnd() + closing, opening + text.slice(index).trim()]
}

const openingMark = ({ isBold, isItalic }: Emphasis) =>
  isBold && isItalic ? /(?:\*{3}|\*\*_|_\*\*)$/ : isBold ? /\*\*$/ : isItalic ? /[*_]$/ : /$/

/** The same size on all pages of a text: the smallest that one of them needs. */
export function withSameSize(pages: PageRecipe[], textSizeOf: (page: PageRecipe) => number): PageRecipe[] {
  if (pages.length < 2 || pages.every(({ textSize }) => typeof textSize === 'string')) return pages
  const smallest = Math.min(...pages.map(textSizeOf))
  const textSize = Math.max(1, Math.floor(smallest * 100) / 100)
  return pages.map((page) => ({ ...page, textSize }))
}
