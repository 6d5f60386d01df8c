import * as choices from '#contract/detail-choices.ts'
import { SentDraft } from '#contract/drafts.ts'
import type { ImportColumn } from '#contract/import-columns.ts'
import { zineWords } from '#contract/publishing.ts'
import { refuse } from '#server/http/errors.ts'
import { checkedInFull } from '#server/http/validation.ts'
import { collectRefusals, shortened } from './of-row.ts'
import type { TableRow } from './read-table.ts'

export type ImportRow = {
  number: number
  content: SentDraft
  files: string[]
  /** The position of each file's page; the order of the files by default. */
  order: number[]
  pages: { altTexts: string[]; transcripts: string[]; contentNotes: string[] }
}

export const namesIn = ({ cells }: TableRow) => listOf((cells.files ?? '').trim()).filter(Boolean)

export function readRow(row: TableRow): ImportRow {
  const cell = (name: ImportColumn) => (row.cells[name] ?? '').trim()
  const files = namesIn(row)
  const refusals = collectRefusals()
  const content = refusals.attempt(() => readContent(cell))
  if (files.length === 0) refusals.attempt(() => wrong('This row names no files.'))
  refusals.end()
  return {
    ...{ number: row.number, files },
    content: content as SentDraft,
    order: cell('order')
      .split(/[|,;\s]+/)
      .filter(Boolean)
      .map(Number),
    pages: {
      altTexts: listOf(cell('alt texts')),
      transcripts: listOf(cell('page words')),
      contentNotes: listOf(cell('page notes')),
    },
  }
}

type Cell = (name: ImportColumn) => string

function readContent(cell: Cell): SentDraft {
  const refusals = collectRefusals()
  const note = cell('content note')
  const coversPages = note !== '' && refusals.attempt(() => yesOrNo(cell, 'covers pages'))
  const said = {
    title: cell('title'),
    description: cell('description'),
    details: readDetails(cell),
    contentNote: note ? { text: note, coversPages: coversPages ?? false } : null,
  }
  const words = refusals.attempt(() => checkedInFull(zineWords, said))
  const form = {
    ...{
      aspectRatio: cell('ratio') || undefined,
      readingDirection: cell('direction').toLowerCase() || undefined,
    },
    mayPrint: refusals.attempt(() => yesOrNo(cell, 'may print')),
  }
  const draft = { ...words, title: words?.title ?? '', description: words?.description ?? '', ...form }
  const content = refusals.attempt(() => checkedInFull(SentDraft, draft))
  refusals.end()
  return content as SentDraft
}

function readDetails(cell: Cell) {
  const list = (name: Parameters<Cell>[0]) => listOf(cell(name)).filter(Boolean)
  return {
    kind: choiceOf(cell('kind'), choices.kindNames),
    rights: choiceOf(cell('rights'), choices.rightsNames),
    ai: choiceOf(cell('ai'), choices.shareNames),
    size: choiceOf(cell('size'), choices.sizeNames),
    binding: choiceOf(cell('binding'), choices.bindingNames),
    ...{ series: cell('series'), issue: cell('issue'), madeIn: cell('made in') },
    ...{ languages: list('languages'), subjects: list('subjects'), with: list('with') },
    year: cell('year') === '' ? undefined : Number(cell('year')),
    paper: { words: cell('paper'), url: cell('paper address') },
  }
}

/** A list in one cell, separated by | or line breaks. Items may be empty. */
const listOf = (text: string) => (text === '' ? [] : text.split('|').flatMap(linesOf))

/** Ignores empty lines, but the text between two | is always at least one item. */
function linesOf(text: string) {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trim())
  const said = lines.filter(Boolean)
  return said.length > 0 ? said : ['']
}

/** Accepts stored values and display names: “CC BY 4.0” and “cc-by” are equal. The contract refuses other values. */
function choiceOf(text: string, names: Record<string, string>) {
  if (text === '') return undefined
  const meant = plain(text)
  const found = Object.entries(names).find((both) => both.map(plain).includes(meant))
  return found ? found[0] : text
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-4-0$/, '')

const yes = /^(yes|y|true|x|1)$/i
const no = /^(no|n|false|0|)$/i

function yesOrNo(cell: Cell, name: 'may print' | 'covers pages') {
  if (!yes.test(cell(name)) && !no.test(cell(name)))
    wrong(`“${name}” must be yes or no, not “${shortened(cell(name))}”.`)
  return yes.test(cell(name))
}

function wrong(sentence: string): never {
  throw refuse('invalid_request', sentence)
}
