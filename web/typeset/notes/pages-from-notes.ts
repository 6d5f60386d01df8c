import type { PageRecipe } from '#contract/page-recipe.ts'
import { blankRecipe } from '../recipe.ts'
import { addPages } from './add-pages.ts'
import { readNotes, type Section } from './read-notes.ts'

type PageLook = Pick<PageRecipe, 'style' | 'paper' | 'inks' | 'isTextured' | 'language'>

export type NotesToPages = {
  title: string
  notes: string
  /** Of the member, for the back. */
  name: string
  year: number
  look: PageLook
  maxPages: number
  /** The end of the text that does not fit on the page, as laid out. */
  overflowOf: (recipe: PageRecipe) => string
}

export type PagesFromNotes = {
  recipes: PageRecipe[]
  /** Pages without text, in plain ink. */
  plainPages: number
  /** What does not fit in the largest allowed zine. */
  leftOut: string
}

/** One sheet. */
const usualPages = 8
/** Characters of a page. In any script, they are less than a recipe may have in bytes. */
const pageCharacters = 2_200

/** A cover, the notes, and a back; filled up to one sheet, or to the next multiple of four. No pages without notes. */
export function pagesFromNotes(options: NotesToPages): PagesFromNotes {
  const { notes, look, maxPages, overflowOf } = options
  const largest = Math.floor(maxPages / 4) * 4
  const toRecipe = (section: Section): PageRecipe => ({ ...blankRecipe(section.template), ...section, ...look })
  const { pages, leftOut } = fitSections(readNotes(notes), {
    limit: largest - 2,
    overflowOf: (section) => overflowOf(toRecipe(section)),
  })
  if (pages.length === 0) return { recipes: [], plainPages: 0, leftOut: '' }
  const count = Math.min(largest, Math.max(usualPages, Math.ceil((pages.length + 2) / 4) * 4))
  const { cover, back } = outsidePages(options)
  const inside = addPages(pages, { count: count - 2, language: look.language })
  return {
    recipes: [cover, ...inside, back].map(toRecipe),
    plainPages: inside.filter(({ title, text }) => !title && !text).length,
    leftOut,
  }
}

const subtitleMark = /\s*[:：]\s*|\s+[–—-]\s+/

function outsidePages({ title, name, year }: NotesToPages) {
  const [main = '', ...others] = title.trim().split(subtitleMark)
  const subtitle = main && others.every(Boolean) ? others.join('\n') : ''
  const cover: Section = { template: 'title', title: subtitle ? main : title.trim(), text: subtitle }
  const back: Section = { template: 'back', title: name, text: String(year) }
  return { cover, back }
}

type Fitting = { limit: number; overflowOf: (section: Section) => string }

/** Continues a section that does not fit on another page, without its title. */
function fitSections(sections: Section[], { limit, overflowOf }: Fitting) {
  const pages: Section[] = []
  const waiting = sections.toReversed()
  while (pages.length < limit) {
    const section = waiting.pop()
    if (!section) break
    const { page, rest } = fitPage(section, overflowOf)
    pages.push(page)
    if (rest) waiting.push({ ...section, title: '', text: rest })
  }
  const leftOut = waiting.reverse().map(({ title, text }) => [title, text].filter(Boolean).join('\n\n'))
  return { pages, leftOut: leftOut.join('\n\n') }
}

function fitPage(section: Section, overflowOf: Fitting['overflowOf']) {
  const start = startOf(section.text, pageCharacters)
  const fitting = withoutOverflow(start, overflowOf({ ...section, text: start }))
  // The title alone fills the page, or not even one word fits and it is cut off on paper.
  if (!fitting && section.title)
    return { page: { ...section, template: 'solid' as const, text: '' }, rest: section.text }
  const text = evenPart(section.text, fitting || start)
  return { page: { ...section, text }, rest: section.text.slice(text.length).trim() }
}

/** More pages are full, so that the largest zine has as many words as possible. */
const maxEvenPages = 20

/** Of a text for several pages: a part as long as the others, which ends with a sentence or a line. */
function evenPart(text: string, fitting: string) {
  if (fitting.length >= text.length || fitting.length * maxEvenPages < text.length) return fitting
  // Pages without the title have more space.
  const length = text.length / Math.ceil((text.length / fitting.length) * 1.07)
  const [end] = [...fitting.matchAll(endOfPart)]
    .map(({ index, 0: match }) => index + match.length)
    .filter((position) => position > length * 0.7)
    .toSorted((a, b) => Math.abs(a - length) - Math.abs(b - length))
  return end === undefined ? fitting : fitting.slice(0, end).trimEnd()
}

const endOfPart = /[.!?…][”"’»)」]?(?=\s)|[。！？]|\n/gu

/** Up to `length` characters. Ends with a word, if there is one. */
function startOf(text: string, length: number) {
  if (text.length <= length) return text
  const start = text.slice(0, length + 1)
  const lastSpace = Math.max(start.lastIndexOf(' '), start.lastIndexOf('\n'))
  if (lastSpace > length / 2) return start.slice(0, lastSpace).trimEnd()
  // Half of a surrogate pair is not text.
  return text.slice(0, /[\uD800-\uDBFF]$/.test(text.slice(0, length)) ? length - 1 : length)
}

/** Counts without white space, which the layout may change. */
function withoutOverflow(text: string, overflow: string) {
  let remaining = overflow.replace(/\s/g, '').length
  let end = text.length
  for (; remaining > 0 && end > 0; end -= 1) if (/\S/.test(text.charAt(end - 1))) remaining -= 1
  return text.slice(0, end).trimEnd()
}
