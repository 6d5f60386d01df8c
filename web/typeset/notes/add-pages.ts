import type { Section } from './read-notes.ts'

type Filling = { count: number; language: string }

/** Characters of a text from which a sentence is worth quoting, and of the sentence. */
const quotableText = 600
const [shortestQuote, longestQuote] = [20, 120]
/** A quote takes a page from the text, so there must be enough. */
const missingForQuote = 3
const plainPage: Section = { template: 'solid', title: '', text: '' }

/**
 * Fills up to `count` pages: with an endpaper in plain ink, a quote from the text, more pages for long texts, and more
 * plain ink where there are no words left.
 */
export function addPages(pages: Section[], { count, language }: Filling): Section[] {
  const missing = count - pages.length
  if (missing <= 0) return pages
  const sentences = (text: string) => sentencesOf(text, language)
  const quoted = missing >= missingForQuote ? addPullQuote(pages, sentences) : pages
  const split = splitLongest(quoted, count - 1, sentences)
  return [plainPage, ...addPlainPages(split, count - 1)]
}

type Sentences = (text: string) => string[]

/** Splits the longest page until there are `count` pages or none can be split. */
function splitLongest(pages: Section[], count: number, sentences: Sentences) {
  let result = pages
  const whole = new Set<Section>()
  while (result.length < count) {
    const [longest] = result.filter((page) => !whole.has(page)).toSorted((a, b) => b.text.length - a.text.length)
    if (!longest) break
    const halves = splitInTwo(longest, sentences)
    if (halves) result = result.flatMap((page) => (page === longest ? halves : [page]))
    else whole.add(longest)
  }
  return result
}

function splitInTwo(page: Section, sentences: Sentences): [Section, Section] | undefined {
  if (page.template !== 'text' && page.template !== 'list') return undefined
  const ends = endsOfParts(page, sentences)
  const middle = page.text.length / 2
  const [end] = ends.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
  if (end === undefined) return undefined
  return [
    { ...page, text: page.text.slice(0, end).trim() },
    { ...page, title: '', text: page.text.slice(end).trim() },
  ]
}

/** Where a page can be split: after entries of a list in pairs, after paragraphs, or after sentences. */
function endsOfParts({ template, text }: Section, sentences: Sentences): number[] {
  const ends = (pattern: RegExp) => [...text.matchAll(pattern)].map(({ index }) => index)
  if (template === 'list') return ends(/\n/g).slice(1, -1)
  const paragraphs = ends(/\n\n/g)
  if (paragraphs.length > 0) return paragraphs
  let end = 0
  return sentences(text)
    .map((sentence) => (end += sentence.length))
    .filter((sentenceEnd) => text.slice(sentenceEnd).trim() !== '')
}

function sentencesOf(text: string, language: string) {
  const segmenter = new Intl.Segmenter(language || undefined, { granularity: 'sentence' })
  return [...segmenter.segment(text)].map(({ segment }) => segment)
}

/** Before the page that it comes from. */
function addPullQuote(pages: Section[], sentences: Sentences) {
  const [longest] = pages
    .filter(({ template, text }) => template === 'text' && text.length >= quotableText)
    .toSorted((a, b) => b.text.length - a.text.length)
  if (!longest) return pages
  const [text] = sentences(longest.text)
    .map((sentence) => sentence.trim())
    .filter(({ length }) => length >= shortestQuote && length <= longestQuote)
    .toSorted((a, b) => b.length - a.length)
  if (!text) return pages
  return pages.toSpliced(pages.indexOf(longest), 0, { template: 'quote', title: '', text })
}

/** The first at the end, as an endpaper. The others are spread over the zine. */
function addPlainPages(pages: Section[], count: number) {
  const missing = count - pages.length
  if (missing <= 0) return pages
  const positions = Array.from({ length: missing - 1 }, (_, index) =>
    Math.floor(((index + 1) * pages.length) / missing),
  )
  return [
    ...pages.flatMap((page, index) => [
      ...positions.filter((position) => position === index).map(() => plainPage),
      page,
    ]),
    ...positions.filter((position) => position >= pages.length).map(() => plainPage),
    plainPage,
  ]
}
