import type { StoredRecipe } from '#contract/page-recipe.ts'
import { pageTexts } from '#contract/publishing.ts'
import { apiError } from '#server/http/errors.ts'
import { validate } from '#server/http/validation.ts'
import type { ImportRow } from './read-row.ts'
import { collectProblems } from './row-errors.ts'

export type ArrangedPage<From> = {
  from: From
  altText: string
  transcript: string
  contentNote: string
  recipe: StoredRecipe
}

type Row = Pick<ImportRow, 'order' | 'pages'> & { recipes?: StoredRecipe[] }

export function arrangePages<From>({ order, pages, recipes = [] }: Row, items: From[]): ArrangedPage<From>[] {
  const problems = collectProblems()
  problems.attempt(() => assertNoExcessTexts(items, pages))
  problems.attempt(() => assertOrder(order, items.length))
  const texts = items.map((_from, index) => problems.attempt(() => readPageTexts(pages, index)))
  problems.throwIfAny()
  const arranged = items.map((from, index) => ({
    from,
    ...(texts[index] as PageTexts),
    recipe: recipes[index] ?? null,
    position: order[index] ?? index,
  }))
  return arranged.sort((a, b) => a.position - b.position).map(({ position: _position, ...page }) => page)
}

type PageTexts = ReturnType<typeof readPageTexts>

/** Uses the error messages of publishing, so that imported drafts can be published. */
function readPageTexts({ altTexts, transcripts, contentNotes }: Row['pages'], index: number) {
  const texts = { altText: altTexts[index], transcript: transcripts[index], contentNote: contentNotes[index] }
  return validate(pageTexts, texts, `Page ${index + 1} in your list: `)
}

function assertNoExcessTexts({ length }: unknown[], { altTexts, transcripts, contentNotes }: Row['pages']) {
  const textsByColumn = { 'alt texts': altTexts, 'page words': transcripts, 'page notes': contentNotes }
  const excess = Object.entries(textsByColumn).filter(([, texts]) => texts.length > length)
  const messages = excess.map(([name, texts]) => `“${name}” has ${texts.length} texts for ${length} pages.`)
  if (excess.length > 0) throw apiError('invalid_request', messages.join(' '))
}

function assertOrder(order: number[], length: number) {
  if (order.length > 0 && !isOrder(order, length))
    throw apiError('invalid_request', `“order” must give the position of each of the ${length} pages.`)
}

const isOrder = (order: number[], length: number) =>
  order.length === length && order.toSorted((a, b) => a - b).every((position, index) => position === index + 1)
