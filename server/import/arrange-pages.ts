import { msg, plural } from '@lingui/core/runtime-macro'
import type { z } from 'zod'
import type { StoredRecipe } from '#contract/page-recipe.ts'
import { pageTexts } from '#contract/publishing.ts'
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
  for (const problem of listExcessTexts(items, pages)) problems.add(problem)
  if (order.length > 0 && !isOrder(order, items.length)) problems.add(wrongOrder(items.length))
  // Checked as when publishing, so that imported drafts can be published.
  const texts = items.map((_from, index) =>
    problems.validate(
      pageTexts,
      textsOf(pages, index),
      (problem) => msg`Page ${{ page: index + 1 }} in your list: ${{ problem }}`,
    ),
  )
  problems.throwIfAny()
  const arranged = items.map((from, index) => ({
    from,
    ...(texts[index] as z.output<typeof pageTexts>),
    recipe: recipes[index] ?? null,
    position: order[index] ?? index,
  }))
  return arranged.sort((a, b) => a.position - b.position).map(({ position: _position, ...page }) => page)
}

const textsOf = ({ altTexts, transcripts, contentNotes }: Row['pages'], index: number) => ({
  altText: altTexts[index],
  transcript: transcripts[index],
  contentNote: contentNotes[index],
})

function listExcessTexts({ length }: unknown[], { altTexts, transcripts, contentNotes }: Row['pages']) {
  const textsByColumn = { 'alt texts': altTexts, 'page words': transcripts, 'page notes': contentNotes }
  const excess = Object.entries(textsByColumn).filter(([, texts]) => texts.length > length)
  return excess.map(
    ([name, texts]) =>
      msg`“${{ name }}” has ${plural({ texts: texts.length }, { one: '# text', other: '# texts' })} for ${plural({ pages: length }, { one: '# page', other: '# pages' })}.`,
  )
}

const wrongOrder = (pages: number) =>
  msg`“order” must give the position of each of the ${plural({ pages }, { one: '# page', other: '# pages' })}.`

const isOrder = (order: number[], length: number) =>
  order.length === length && order.toSorted((a, b) => a - b).every((position, index) => position === index + 1)
