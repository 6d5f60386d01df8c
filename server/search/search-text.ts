import { cutWords, folded, isUnspaced, keptWords } from '#contract/normal-form.ts'

/** One condition of a search, and how it was typed. A search text is parsed into a list of terms, the query. */
export type Term =
  /** Letters anywhere inside a word. */
  | { kind: 'part'; word: string; typed: string }
  /** Consecutive words. In a phrase all are whole; otherwise the first may start and the last may end inside a word. */
  | { kind: 'row'; words: string[]; marked: string[]; typed: string; isWhole: boolean }
  /** The creator with this username, or all whose usernames start with it if there is none. */
  | { kind: 'creator'; name: string; typed: string; isWhole?: boolean }

/** Parses a search text. Undefined if nothing is typed yet, as in `"`; empty if there is nothing to find, as in `%`. */
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

/** Punctuation inside a piece keeps its words together, so that `zine-fest` does not match any zine and any fest. */
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

/** The text that exactly the matching documents contain. */
export function termText(term: Term) {
  if (term.kind === 'part') return term.word
  if (term.kind === 'creator') return ` ${term.name}${term.isWhole ? ' ' : ''}`
  const row = term.words.join(' ')
  return term.isWhole ? ` ${row} ` : row
}
