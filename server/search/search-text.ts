import { cutWords, folded, isUnspaced, keptWords } from '#contract/normal-form.ts'

/** One thing that a search asks every document for, and how it was typed. A search text is read into a list of them, its query. */
export type Term =
  /** Letters anywhere inside a word. */
  | { kind: 'part'; word: string; typed: string }
  /** Words in a row. Those of a phrase are whole, otherwise the first may begin and the last may end inside a word. */
  | { kind: 'row'; words: string[]; marked: string[]; typed: string; isWhole: boolean }
  /** Whoever made it: the one of this name or, as long as there is none, those whose names begin so. */
  | { kind: 'creator'; name: string; typed: string; isWhole?: boolean }

/** Parses a search text. `undefined`: nothing typed yet, as `"`; empty: nothing to look for, as `%`. */
export function readSearchText(text: string): Term[] | undefined {
  if (text.replace(syntax, '') === '') return undefined
  const query = [...text.matchAll(pieces)].flatMap(([typed, phrase, name]) => {
    if (phrase !== undefined) return rowOf(phrase)
    return name === undefined ? partOf(typed) : creatorOf(name)
  })
  return [...new Map(query.map((term) => [termText(term), term])).values()]
}

const quotes = '"“”„«»'
const syntax = new RegExp(`[\\s@${quotes}]`, 'gu')
const pieces = new RegExp(`[${quotes}]([^${quotes}]*)[${quotes}]?|(?<=^|\\s)@(\\S+)|[^\\s${quotes}]+`, 'gu')

/** Signs between letters keep them in a row, so that `zine-fest` is not any zine and any fest. */
function partOf(piece: string): Term[] {
  const typed = piece.trim().replace(/^@+/, '')
  const words = keptWords(typed)
  const [only] = words
  if (only === undefined) return []
  if (words.length === 1) return [{ kind: 'part', word: only, typed }]
  return [{ kind: 'row', words, marked: cutWords(typed), typed, isWhole: false }]
}

function rowOf(phrase: string): Term[] {
  const words = keptWords(phrase)
  const [only] = words
  if (only === undefined) return []
  if (words.length === 1 && isUnspaced(only)) return partOf(phrase)
  return [{ kind: 'row', words, marked: cutWords(phrase), typed: `"${phrase.trim()}"`, isWhole: true }]
}

function creatorOf(typed: string): Term[] {
  const name = creatorWord(typed.replace(/[,;:!?)]+$/u, ''))
  return cutWords(name).length === 0 ? [] : [{ kind: 'creator', name, typed: `@${typed}` }]
}

export const creatorWord = (username: string) => `@${folded(username).replace(/\s/gu, '')}`

/** Stands in the documents that a term is found in, and in no others. */
export function termText(term: Term) {
  if (term.kind === 'part') return term.word
  if (term.kind === 'creator') return ` ${term.name}${term.isWhole ? ' ' : ''}`
  const row = term.words.join(' ')
  return term.isWhole ? ` ${row} ` : row
}
