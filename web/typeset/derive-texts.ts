import type { DraftPage } from '#contract/drafts.ts'
import * as limits from '#contract/limits.ts'
import type { PageRecipe, PageTemplate, StoredRecipe } from '#contract/page-recipe.ts'
import { knownRecipe } from './recipe.ts'
import { printedParts } from './template-fields.ts'

export type PageTexts = Pick<DraftPage, 'altText' | 'transcript'>

/** The description and the words of a page, in reading order. */
export function deriveTexts(recipe: PageRecipe): PageTexts {
  const altText = [describe(recipe), ...describePictures(recipe)].join(' ')
  const transcript = printedTexts(recipe)
    .map((text) => text.trim())
    .filter(Boolean)
    .join('\n\n')
  return { altText: shorten(altText, limits.altText), transcript }
}

/** Puts a recipe on a page. Texts that the maker edited by hand stay. */
export function applyRecipe<Page extends PageTexts & { recipe: StoredRecipe; isFromDocument: boolean }>(
  page: Page,
  recipe: PageRecipe,
): Page {
  const oldRecipe = knownRecipe(page.recipe)
  const before = oldRecipe && deriveTexts(oldRecipe)
  const derived = deriveTexts(recipe)
  const update = (field: keyof PageTexts) => {
    const text = page[field].trim()
    return text === '' || text === before?.[field].trim() ? derived[field] : page[field]
  }
  return { ...page, recipe, isFromDocument: false, altText: update('altText'), transcript: update('transcript') }
}

const kinds: Record<PageTemplate, string> = {
  title: 'Title page',
  text: 'Page of text',
  columns: 'Page of text in two columns',
  picture: 'Page with an image',
  'full-bleed': 'Page filled by an image',
  quote: 'Quote',
  list: 'List',
  letter: 'Letter',
  comic: 'Comic',
  solid: 'Page of solid ink',
  back: 'Back cover',
}

function describe({ template, title, text }: PageRecipe) {
  // The title of a quote is who said it.
  const main = (template === 'quote' && text.trim()) || title.trim() || text.trim()
  const subject = shorten(main.replace(/\s+/g, ' '), maxSubject)
  return subject ? `${kinds[template]}: ${withStop(subject)}` : `${kinds[template]}.`
}

const maxSubject = 120

const describePictures = (recipe: PageRecipe) =>
  printedParts(recipe).pictures.flatMap((picture, index) => {
    const words = picture?.altText.trim()
    if (!words) return []
    return recipe.template === 'comic' ? `Panel ${index + 1}: ${withStop(words)}` : withStop(words)
  })

const withStop = (text: string) => (/[.,!?…。、！？؟،]$/u.test(text) ? text : `${text}.`)

function printedTexts(recipe: PageRecipe) {
  const { template, title, text } = recipe
  const { captions } = printedParts(recipe)
  if (template === 'quote') return [text, title]
  if (template === 'picture' || template === 'comic') return [title, ...captions, text]
  return [title, text, ...captions]
}

/** At a space if there is one, and never within a character. */
function shorten(text: string, maxLength: number) {
  if (text.length <= maxLength) return text
  const cut = text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')
  const space = cut.lastIndexOf(' ')
  return `${(space > maxLength / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}
