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
  const cost = ({ index, kind }: End) => Math.abs(index - aim) / aim + penalties[kind]
  const [best] = endsIn(text.slice(0, fitting.length + longestSentence), language)
    .filter(({ index }) => index > aim * 0.6 && index <= fitting.length)
    .toSorted((a, b) => cost(a) - cost(b))
  return best?.index ?? fitting.length
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
  const segmenter = new Intl.Segmenter(language || undefined, { granularity: 'sentence' })
  for (const { segment, index } of segmenter.segment(text)) {
    const sentence = segment.trimEnd()
    if (sentenceEnd.test(sentence) && !abbreviation.test(sentence)) add(index + sentence.length, 'sentence')
  }
  return ends
}

/** The text in `count` parts of similar length, if it has enough ends. */
export function divideEvenly(text: string, count: number, ends: End[]): string[] | undefined {
  const parts: string[] = []
  let rest = text
  let taken = 0
  for (let left = count; left > 1; left -= 1) {
    const aim = (text.length - taken) / left
    const cost = ({ index, kind }: End) => Math.abs(index - taken - aim) / aim + penalties[kind]
    const [best] = ends.filter(({ index }) => index > taken).toSorted((a, b) => cost(a) - cost(b))
    if (!best) return undefined
    const [part, after] = divideAt(rest, best.index - (text.length - rest.length))
    parts.push(part)
    rest = after
    taken = best.index
  }
  return [...parts, rest]
}

const sentenceEnd = /[\p{Sentence_Terminal}…][\p{P}*_]*$/u
/** Or an initial. */
const abbreviation = /(?<!\p{L})\p{Lu}\p{Ll}{0,2}\.$/u

/** In characters. More would make long notes slow. */
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
  if (pages.length < 2) return pages
  const smallest = Math.min(...pages.map(textSizeOf))
  const textSize = Math.max(1, Math.floor(smallest * 100) / 100)
  return pages.map((page) => ({ ...page, textSize }))
}
