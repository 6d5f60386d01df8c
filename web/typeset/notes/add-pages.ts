import { divideEvenly, endsIn, sentencesIn } from '../setting/divide-text.ts'
import { plainText } from '../setting/markdown.ts'
import type { Section } from './read-notes.ts'
import type { NotePage } from './share-pages.ts'

type Filling = { count: number; language: string; fits: (page: NotePage) => boolean }

/** How many characters a text needs for a quote, and how long the quoted sentence may be. */
const quotableText = 600
const [shortestQuote, longestQuote] = [20, 120]
/** A quote takes a page from the text, so there must be enough. */
const missingForQuote = 3
const plainPage: NotePage = { template: 'solid', title: '', text: '' }

/**
 * Fills up to `count` pages: with a quote from a long text, and more pages for long texts. Where there are no words left,
 * pages in plain ink, the first two of which are endpapers.
 */
export function addPages(pages: NotePage[], { count, ...filling }: Filling): NotePage[] {
  const missing = count - pages.length
  const quote = missing >= missingForQuote ? pullQuote(pages, filling.language) : undefined
  const divided = divideLongest(pages, quote ? count - 1 : count, filling)
  const before = divided.findIndex((page) => sectionOf(page) === quote?.from)
  const filled = quote ? divided.toSpliced(before, 0, quote.page) : divided
  return filled.length < count ? [plainPage, ...addPlainPages(filled, count - 1)] : filled
}

const sectionOf = (page: NotePage): Section => page.of ?? page

/** Divides sections evenly, and gives the longest another page until there are `count` pages or none can be divided. */
function divideLongest(pages: NotePage[], count: number, filling: Omit<Filling, 'count'>) {
  const sections = [...Map.groupBy(pages, sectionOf)].map(([section, own]) => ({
    section,
    isWhole: false,
    own: (own.length > 1 && divide(section, own.length, filling)) || own,
  }))
  const countPages = () => sections.reduce((sum, { own }) => sum + own.length, 0)
  const perPage = ({ section, own }: (typeof sections)[number]) => section.text.length / own.length
  while (countPages() < count) {
    const [longest] = sections.filter(({ isWhole }) => !isWhole).toSorted((a, b) => perPage(b) - perPage(a))
    if (!longest) break
    const divided = divide(longest.section, longest.own.length + 1, filling)
    if (divided) longest.own = divided
    else longest.isWhole = true
  }
  return sections.flatMap(({ own }) => own)
}

function divide(section: Section, count: number, { language, fits }: Omit<Filling, 'count'>): NotePage[] | undefined {
  if (section.template !== 'text' && section.template !== 'list') return undefined
  const ends = endsIn(section.text, language)
  // Entries of a list stay in pairs. A text is not cut between lines, which are parts of a sentence.
  const possible = ends.filter(({ kind }) => (kind === 'line') === (section.template === 'list'))
  const parts = divideEvenly(section.text, count, section.template === 'list' ? possible.slice(1, -1) : possible)
  const pages = parts?.map((text, index) => ({ ...section, title: index > 0 ? '' : section.title, text, of: section }))
  return pages?.every(fits) ? pages : undefined
}

function pullQuote(pages: NotePage[], language: string) {
  const [from] = pages
    .map(sectionOf)
    .filter(({ template, text }) => template === 'text' && text.length >= quotableText)
    .toSorted((a, b) => b.text.length - a.text.length)
  if (!from) return undefined
  const [text] = Array.from(sentencesIn(plainText(from.text), language), ({ segment }) => segment.trim())
    .filter(({ length }) => length >= shortestQuote && length <= longestQuote)
    .toSorted((a, b) => b.length - a.length)
  return text ? { from, page: { template: 'quote', title: '', text } satisfies NotePage } : undefined
}

/** Puts the first page at the end, as an endpaper, and spreads the others over the zine. */
function addPlainPages(pages: NotePage[], count: number) {
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
