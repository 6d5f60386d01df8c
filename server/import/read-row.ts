import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { aspectRatios } from '#contract/aspect-ratios.ts'
import * as choices from '#contract/detail-choices.ts'
import { DraftInput } from '#contract/drafts.ts'
import type { ImportColumn } from '#contract/import-columns.ts'
import { inEnglish } from '#contract/in-english.ts'
import { paperOfRatio } from '#contract/paper-formats.ts'
import { paperNames } from '#contract/paper-names.ts'
import { zineTexts } from '#contract/publishing.ts'
import { apiError } from '#server/http/errors.ts'
import type { TableRow } from './read-table.ts'
import { collectProblems, shorten } from './row-errors.ts'

export type ImportRow = {
  number: number
  content: DraftInput
  files: string[]
  /** Empty if the row names no paper format. */
  paperFormat: string
  captionsFiles: string[]
  /** The name of the file with the recipes of the pages; empty if there is none. */
  recipesFile: string
  /** The position of each file's page; the order of the files by default. */
  order: number[]
  pages: { altTexts: string[]; transcripts: string[]; contentNotes: string[] }
}

export const fileNamesIn = ({ cells }: TableRow) => splitList((cells.files ?? '').trim()).filter(Boolean)

export const captionsFilesIn = ({ cells }: TableRow) => splitList((cells.captions ?? '').trim()).filter(Boolean)

export const recipesFileIn = ({ cells }: TableRow) => (cells.recipes ?? '').trim()

export function readRow(row: TableRow): ImportRow {
  const cell = (name: ImportColumn) => (row.cells[name] ?? '').trim()
  const files = fileNamesIn(row)
  const problems = collectProblems()
  const content = problems.attempt(() => readContent(cell))
  if (files.length === 0) problems.add(msg`This row names no files.`)
  problems.throwIfAny()
  return {
    number: row.number,
    files,
    paperFormat: cell('paper format'),
    recipesFile: recipesFileIn(row),
    captionsFiles: captionsFilesIn(row),
    content: content as DraftInput,
    order: cell('order')
      .split(/[|,;\s]+/)
      .filter(Boolean)
      .map(Number),
    pages: {
      altTexts: splitList(cell('alt texts')),
      transcripts: splitList(cell('page words')),
      contentNotes: splitList(cell('page notes')),
    },
  }
}

type Cell = (name: ImportColumn) => string

function readContent(cell: Cell): DraftInput {
  const problems = collectProblems()
  const note = cell('content note')
  const coversPages = note !== '' && problems.attempt(() => parseYesNo(cell, 'covers pages'))
  const fields = {
    title: cell('title'),
    description: cell('description'),
    details: readDetails(cell),
    contentNote: note ? { text: note, coversPages: coversPages ?? false } : null,
  }
  const checkedFields = problems.validate(zineTexts, fields)
  const ratio = aspectRatios.find((name) => name === cell('ratio'))
  const layout = {
    aspectRatio: cell('ratio') || undefined,
    paper: parsePaper(cell('paper format')) ?? (ratio && paperOfRatio(ratio)),
    readingDirection: cell('direction').toLowerCase() || undefined,
    mayPrint: problems.attempt(() => parseYesNo(cell, 'may print')),
  }
  const draft = {
    ...checkedFields,
    title: checkedFields?.title ?? '',
    description: checkedFields?.description ?? '',
    ...layout,
  }
  const content = problems.validate(DraftInput, draft)
  problems.throwIfAny()
  return content as DraftInput
}

function readDetails(cell: Cell) {
  const list = (name: Parameters<Cell>[0]) => splitList(cell(name)).filter(Boolean)
  return {
    kind: parseChoice(cell('kind'), choices.kindNames),
    rights: parseChoice(cell('rights'), choices.rightsNames),
    ai: parseChoice(cell('ai'), choices.aiShareNames),
    size: parseChoice(cell('size'), choices.sizeNames),
    binding: parseChoice(cell('binding'), choices.bindingNames),
    series: cell('series'),
    issue: cell('issue'),
    madeIn: cell('made in'),
    languages: list('languages'),
    subjects: list('subjects'),
    with: list('with'),
    year: cell('year') === '' ? undefined : Number(cell('year')),
    paper: { words: cell('paper'), url: cell('paper address') },
  }
}

/** A list in one cell, separated by | or line breaks. Items may be empty. */
const splitList = (text: string) => (text === '' ? [] : text.split('|').flatMap(splitLines))

/** Ignores empty lines, but the text between two | is always at least one item. */
function splitLines(text: string) {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trim())
  const nonEmpty = lines.filter(Boolean)
  return nonEmpty.length > 0 ? nonEmpty : ['']
}

/** Accepts stored values and display names: “CC BY 4.0” and “cc-by” are equal. The contract refuses other values. */
function parseChoice(text: string, names: Record<string, MessageDescriptor>) {
  if (text === '') return undefined
  const normalised = toSlug(text)
  const match = Object.entries(names).find(([name, label]) => [name, inEnglish(label)].map(toSlug).includes(normalised))
  return match ? match[0] : text
}

/** Also accepts the display name that `pictures` had in earlier releases. */
const parsePaper = (text: string) =>
  parseChoice(toSlug(text) === 'same-as-the-pictures' ? 'pictures' : text, paperNames)

const toSlug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-4-0$/, '')

const yesPattern = /^(yes|y|true|x|1)$/i
const noPattern = /^(no|n|false|0|)$/i

function parseYesNo(cell: Cell, name: 'may print' | 'covers pages') {
  if (!yesPattern.test(cell(name)) && !noPattern.test(cell(name)))
    throw apiError('invalid_request', msg`“${{ name }}” must be yes or no, not “${{ text: shorten(cell(name)) }}”.`)
  return yesPattern.test(cell(name))
}
