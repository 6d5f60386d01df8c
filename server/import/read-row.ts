import * as choices from '#contract/detail-choices.ts'
import { SentDraft } from '#contract/drafts.ts'
import type { ImportColumn } from '#contract/import-columns.ts'
import { zineWords } from '#contract/publishing.ts'
import { checked } from '#server/http/checked.ts'
import { refuse } from '#server/http/errors.ts'
import type { TableRow } from './read-table.ts'
import { shortened } from './shortened.ts'

/** What a row says: the draft but for its pictures, the names of files and folders they come from, what each page says. */
export type ImportRow = {
  number: number
  content: SentDraft
  files: string[]
  /** For each file, in which place its page stands; in the order of the files where nothing is said. */
  order: number[]
  pages: { altTexts: string[]; transcripts: string[]; contentNotes: string[] }
}

/** @throws a refusal that says what is wrong with the row */
export function readRow({ number, cells }: TableRow): ImportRow {
  const cell = (name: ImportColumn) => (cells[name] ?? '').trim()
  const files = listOf(cell('files')).filter(Boolean)
  if (files.length === 0) throw wrong('This row names no files.')
  return {
    ...{ number, files },
    content: readContent(cell),
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
  const note = cell('content note')
  const said = {
    title: cell('title'),
    description: cell('description'),
    details: readDetails(cell),
    contentNote: note ? { text: note, coversPages: yesOrNo(cell, 'covers pages') } : null,
  }
  // With the sentences of publishing, so that what comes in here can be published.
  const words = checked(zineWords, said)
  return checked(SentDraft, {
    ...{ ...words, description: words.description ?? '' },
    ...{ aspectRatio: cell('ratio') || undefined, mayPrint: yesOrNo(cell, 'may print') },
    readingDirection: cell('direction').toLowerCase() || undefined,
  })
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

/** In one cell: with | or line breaks between. What stands between two of them may be empty. */
const listOf = (text: string) => (text === '' ? [] : text.split('|').flatMap(linesOf))

/** Empty lines are none, but what stands between two | is one in any case. */
function linesOf(text: string) {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trim())
  const said = lines.filter(Boolean)
  return said.length > 0 ? said : ['']
}

/** As it is kept or as people read it: “CC BY 4.0” and “cc-by” are one. What is none of them is refused by the contract. */
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
    throw wrong(`“${name}” must be yes or no, not “${shortened(cell(name))}”.`)
  return yes.test(cell(name))
}

const wrong = (sentence: string) => refuse('invalid_request', sentence)
