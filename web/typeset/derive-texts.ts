import type { DraftPage } from '#contract/drafts.ts'
import * as limits from '#contract/limits.ts'
import type { PageRecipe, StoredRecipe } from '#contract/page-recipe.ts'
import { describePage, listMark, shorten, withStop } from '#web/details/page-description.ts'
import { knownRecipe } from './recipe.ts'
import { plainText, plainWords } from './setting/markdown.ts'
import { printedParts } from './templates/template-fields.ts'

export type PageTexts = Pick<DraftPage, 'altText' | 'transcript'>

/** The description and the words of a page, in reading order. Only lists keep their marks of Markdown. */
export function deriveTexts(recipe: PageRecipe): PageTexts {
  const unmarked = withoutMarks(recipe)
  const derived = textsOf(unmarked, unmarked.text.replaceAll(listMark, ''))
  // Marks of lists can be longer than the text.
  return derived.transcript.length > limits.transcript ? textsOf(recipe) : derived
}

/** Puts a recipe on a page. Texts that the maker edited by hand stay. */
export function applyRecipe<Page extends PageTexts & { recipe: StoredRecipe; isFromDocument: boolean }>(
  page: Page,
  recipe: PageRecipe,
): Page {
  const oldRecipe = knownRecipe(page.recipe)
  // Earlier releases derived texts with their marks.
  const before = oldRecipe ? [deriveTexts(oldRecipe), textsOf(oldRecipe)] : []
  const derived = deriveTexts(recipe)
  const update = (field: keyof PageTexts) => {
    const text = page[field].trim()
    return text === '' || before.some((texts) => texts[field].trim() === text) ? derived[field] : page[field]
  }
  return { ...page, recipe, isFromDocument: false, altText: update('altText'), transcript: update('transcript') }
}

function withoutMarks(recipe: PageRecipe): PageRecipe {
  const { template, text, captions } = recipe
  return {
    ...recipe,
    title: plainWords(recipe.title),
    text: template === 'quote' ? plainWords(text) : plainText(text, template === 'list'),
    // The address on a back cover is not changed.
    captions: template === 'back' ? captions : captions.map(plainWords),
    bubbles: recipe.bubbles?.map((bubble) => ({ ...bubble, text: plainWords(bubble.text) })),
  }
}

function textsOf(recipe: PageRecipe, words = recipe.text): PageTexts {
  const altText = [describe(recipe, words), ...describePictures(recipe), ...describeDrawing(recipe)].join(' ')
  const transcript = printedTexts(recipe)
    .map((text) => text.trim())
    .filter(Boolean)
    .join('\n\n')
  return { altText: shorten(altText, limits.altText), transcript: shorten(transcript, limits.transcript) }
}

// The title of a quote is who said it.
const describe = ({ template, title }: PageRecipe, words: string) =>
  describePage(template, (template === 'quote' && words.trim()) || title.trim() || words)

const describePictures = (recipe: PageRecipe) =>
  printedParts(recipe).pictures.flatMap((picture, index) => {
    const words = picture?.altText.trim()
    if (!words) return []
    return recipe.template === 'comic' ? `Panel ${index + 1}: ${withStop(words)}` : withStop(words)
  })

function describeDrawing({ drawing }: PageRecipe) {
  const words = drawing?.altText.trim()
  return words && drawing?.strokes.length ? [withStop(words)] : []
}

function printedTexts(recipe: PageRecipe) {
  const { template, title, text } = recipe
  const { captions } = printedParts(recipe)
  if (template === 'quote') return [text, title]
  if (template === 'picture') return [title, ...captions, text]
  if (template === 'comic') return [title, ...panelTexts(recipe), text]
  return [title, text, ...captions]
}

/** The caption of each panel, then what is said in it. */
const panelTexts = ({ captions, bubbles = [] }: PageRecipe) =>
  Array.from({ length: limits.recipePanels }, (_, panel) => [
    captions[panel] ?? '',
    ...bubbles.filter((bubble) => bubble.panel === panel).map(({ text }) => text),
  ]).flat()
