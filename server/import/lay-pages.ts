import { pageWords } from '#contract/publishing.ts'
import { refuse } from '#server/http/errors.ts'
import { checked } from '#server/http/validation.ts'
import { collectRefusals } from './of-row.ts'
import type { ImportRow } from './read-row.ts'

export type LaidPage<From> = { from: From; altText: string; transcript: string; contentNote: string }

type Row = Pick<ImportRow, 'order' | 'pages'>

export function layPages<From>({ order, pages }: Row, all: From[]): LaidPage<From>[] {
  const refusals = collectRefusals()
  refusals.attempt(() => assertNoMore(all, pages))
  refusals.attempt(() => assertOrder(order, all.length))
  const words = all.map((_from, at) => refusals.attempt(() => wordsOf(pages, at)))
  refusals.end()
  const laid = all.map((from, at) => ({ from, ...(words[at] as PageWords), place: order[at] ?? at }))
  return laid.sort((one, other) => one.place - other.place).map(({ place: _place, ...page }) => page)
}

type PageWords = ReturnType<typeof wordsOf>

/** Uses the error messages of publishing, so that imported drafts can be published. */
function wordsOf({ altTexts, transcripts, contentNotes }: Row['pages'], at: number) {
  const said = { altText: altTexts[at], transcript: transcripts[at], contentNote: contentNotes[at] }
  return checked(pageWords, said, `Of page ${at + 1} in your list: `)
}

function assertNoMore({ length }: unknown[], { altTexts, transcripts, contentNotes }: Row['pages']) {
  const given = { 'alt texts': altTexts, 'page words': transcripts, 'page notes': contentNotes }
  const wrong = Object.entries(given).filter(([, texts]) => texts.length > length)
  const sentences = wrong.map(([name, texts]) => `“${name}” has ${texts.length} texts for ${length} pages.`)
  if (wrong.length > 0) throw refuse('invalid_request', sentences.join(' '))
}

function assertOrder(order: number[], length: number) {
  if (order.length > 0 && !isOrder(order, length))
    throw refuse('invalid_request', `“order” must give the position of each of the ${length} pages.`)
}

const isOrder = (order: number[], length: number) =>
  order.length === length && order.toSorted((a, b) => a - b).every((place, at) => place === at + 1)
