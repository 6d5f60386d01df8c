import type { PageRecipe } from '#contract/page-recipe.ts'
import type { Drawing } from '../drawing.ts'
import { blankRecipe, type Look } from '../recipe.ts'
import { takePage, withSameSize } from '../setting/divide-text.ts'
import { addPages } from './add-pages.ts'
import { readNotes, type Section } from './read-notes.ts'
import { type NotePage, sharePages } from './share-pages.ts'

type PageLook = Look & Pick<PageRecipe, 'isTextured' | 'language' | 'folio'>

export type NotesToPages = {
  title: string
  notes: string
  /** The username of the member, which the back shows. */
  name: string
  year: number
  look: PageLook
  maxPages: number
  /** The number of pages, a multiple of four. Without it, as many as the notes need. */
  length?: number | undefined
  layOut: (recipe: PageRecipe) => Pick<Drawing, 'overflow' | 'textSize'>
}

export type PagesFromNotes = {
  recipes: PageRecipe[]
  /** The section of each page, by number. Pages of one section stay together. */
  sections: number[]
  /** The number of pages without text, in plain ink. */
  plainPages: number
  /** The words that do not fit in the largest allowed zine. */
  leftOut: string
}

/** The pages of one sheet. */
const usualPages = 8
/** The most characters of a page. In any script, they are less than a recipe may have in bytes. */
const pageCharacters = 2_200

/** Text on pages that sections share is at least this multiple of the smallest. */
const comfortableSize = 1.15

/** Makes a cover, pages of notes and a back: of one length, or one sheet or more. Empty notes have no pages. */
export function pagesFromNotes(options: NotesToPages): PagesFromNotes {
  const { title, notes, look, maxPages, length, layOut } = options
  const largest = Math.floor(maxPages / 4) * 4
  const limit = (length ?? largest) - 2
  const toRecipe = ({ template, title, text }: NotePage) => ({ ...blankRecipe(template), title, text, ...look })
  const fitted = fitSections(withoutTitle(readNotes(notes), title), {
    limit: (largest - 2) * 2,
    language: look.language,
    overflowOf: (section) => layOut(toRecipe(section)).overflow,
  })
  if (fitted.pages.length === 0) return { recipes: [], sections: [], plainPages: 0, leftOut: '' }
  const isWholeSheets = (count: number) =>
    count <= limit && (length !== undefined || count % 4 === 2 || count < usualPages - 2)
  const shared = shareSheets(fitted.pages, { isWholeSheets, limit }, (page) => {
    const { overflow, textSize } = layOut(toRecipe(page))
    return overflow === '' && (typeof look.textSize === 'string' || textSize >= comfortableSize)
  })
  const pages = shared.slice(0, limit)
  const count = length ?? Math.min(largest, Math.max(usualPages, Math.ceil((pages.length + 2) / 4) * 4))
  const { cover, back } = outsidePages(options)
  const fits = (page: NotePage) => layOut(toRecipe(page)).overflow === ''
  const leftOut = [...shared.slice(limit).map(wordsOf), fitted.leftOut].filter(Boolean).join('\n\n')
  const inside = leftOut ? pages : addPages(pages, { count: count - 2, language: look.language, fits })
  const printed = inTheirSizes(inside, { toRecipe, textSizeOf: (recipe) => layOut(recipe).textSize })
  return {
    recipes: [toRecipe(cover), ...printed, toRecipe(back)],
    sections: numberSections([cover, ...inside, back]),
    plainPages: inside.filter(({ title, text }) => !title && !text).length,
    leftOut,
  }
}

/** A heading that repeats the title of the cover is not printed twice. */
function withoutTitle([first, ...others]: Section[], title: string): Section[] {
  if (!first) return []
  if (!isSame(first.title, title) && !isSame(first.title, title.split(subtitleMark)[0] ?? '')) return [first, ...others]
  return first.text ? [{ ...first, title: '' }, ...others] : others
}

const isSame = (a: string, b: string) =>
  a.trim() !== '' && a.localeCompare(b.trim(), undefined, { sensitivity: 'accent' }) === 0

type Sheets = { isWholeSheets: (count: number) => boolean; limit: number }

/** The pages of a divided section follow each other, and have one number. */
function numberSections(pages: NotePage[]) {
  let number = 0
  return pages.map(({ of }, index) => {
    if (!of || of !== pages[index - 1]?.of) number += 1
    return number
  })
}

/** Pages that cannot be on fewer sheets stay as they are. */
function shareSheets(pages: NotePage[], { isWholeSheets, limit }: Sheets, fits: (page: NotePage) => boolean) {
  const shared = sharePages(pages, { isWholeSheets, limit: pageCharacters, fits })
  return isWholeSheets(shared.length) || pages.length > limit ? shared : pages
}

type Sizing = { toRecipe: (page: NotePage) => PageRecipe; textSizeOf: (recipe: PageRecipe) => number }

/** Pages of one text have the same size. */
function inTheirSizes(pages: NotePage[], { toRecipe, textSizeOf }: Sizing) {
  const recipes = new Map<NotePage, PageRecipe>()
  const divided = pages.filter(({ of }) => of)
  for (const own of Map.groupBy(divided, ({ of }) => of).values())
    for (const [index, recipe] of withSameSize(own.map(toRecipe), textSizeOf).entries())
      recipes.set(own[index] as NotePage, recipe)
  return pages.map((page) => recipes.get(page) ?? toRecipe(page))
}

const wordsOf = ({ title, text }: Section) => [title, text].filter(Boolean).join('\n\n')

const subtitleMark = /\s*[:：]\s*|\s+[–—-]\s+/

function outsidePages({ title, name, year }: NotesToPages) {
  const [main = '', ...others] = title.trim().split(subtitleMark)
  const subtitle = main && others.every(Boolean) ? others.join('\n') : ''
  const cover: Section = { template: 'title', title: subtitle ? main : title.trim(), text: subtitle }
  const back: Section = { template: 'back', title: name, text: String(year) }
  return { cover, back }
}

type Fitting = { limit: number; language: string; overflowOf: (section: Section) => string }

/** Continues a section that does not fit on another page, without its title. */
function fitSections(sections: Section[], { limit, ...fitting }: Fitting) {
  const pages: NotePage[] = []
  const waiting: NotePage[] = sections.toReversed()
  while (pages.length < limit) {
    const section = waiting.pop()
    if (!section) break
    const [page, rest] = fitPage(section, fitting)
    const of = section.of ?? (rest ? section : undefined)
    pages.push({ ...page, ...(of && { of }) })
    if (rest) waiting.push({ ...section, title: '', text: rest, of: section.of ?? section })
  }
  return { pages, leftOut: waiting.reverse().map(wordsOf).join('\n\n') }
}

function fitPage(section: NotePage, { language, overflowOf }: Omit<Fitting, 'limit'>): [NotePage, rest: string] {
  const fitStart = (text: string) => {
    const start = startOf(text, pageCharacters)
    return withoutOverflow(start, overflowOf({ ...section, text: start })) || start
  }
  const start = startOf(section.text, pageCharacters)
  // The title alone fills the page, or not even one word fits and it is cut off on paper.
  if (section.title && section.text && !withoutOverflow(start, overflowOf({ ...section, text: start })))
    return [{ ...section, template: 'solid', text: '' }, section.text]
  const [text, rest] = takePage(section.text, section.title !== '', { language, fitStart })
  return [{ ...section, text }, rest]
}

/** The first `length` characters or fewer. They end with a word, if there is one. */
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
