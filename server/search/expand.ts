import type pg from 'pg'
import { isUnspaced } from '#contract/normal-form.ts'
import type { Term } from './search-text.ts'
import {
  countWords,
  type Expansion,
  findNames,
  findWordsWith,
  type Vocabulary,
} from './vocabulary.queries.ts'

/** Marks each creator term whose exact username exists. */
export async function settleCreators(pool: pg.Pool, query: Term[]): Promise<Term[]> {
  const names = query.flatMap((term) => (term.kind === 'creator' ? [term.name] : []))
  const known = await countWords({ pool, counted: 'creators' }, names)
  return query.map((term) => (term.kind === 'creator' ? { ...term, isWhole: known.has(term.name) } : term))
}

export type Expanded = (Expansion[] | undefined)[]

/** The index terms that each query term can match. Skips parts of one or two letters if there are longer ones. */
export async function expand(vocabulary: Vocabulary, query: Term[]): Promise<Expanded> {
  const looked = longestFirst(query.filter(saysMuch)).slice(0, mostLong)
  const expanded = looked.length > 0 ? looked : longestFirst(query).slice(0, mostShort)
  const whole = await countWords(vocabulary, expanded.flatMap(wholeWords))
  const withPart = await findWordsWith(vocabulary, expanded.flatMap(partsOfWords))
  const expansionsOf = async (term: Term) => {
    if (term.kind === 'creator' && !term.isWhole) return [await findNames(vocabulary, term.name)]
    return [
      ...asExpansions(wholeWords(term), whole),
      ...partsOfWords(term).map((part) => withPart.get(part) ?? { words: [], documents: 0 }),
    ]
  }
  return Promise.all(query.map((term) => (expanded.includes(term) ? expansionsOf(term) : undefined)))
}

export const expandWords = async (vocabulary: Vocabulary, words: string[]) =>
  asExpansions(words, await countWords(vocabulary, words))

const asExpansions = (words: string[], counts: Map<string, number>): Expansion[] =>
  words.map((word) => ({ words: counts.has(word) ? [word] : [], documents: counts.get(word) ?? 0 }))

const mostLong = 8
const mostShort = 2
const longestFirst = (query: Term[]) => query.toSorted((one, other) => other.typed.length - one.typed.length)
const saysMuch = (term: Term) => term.kind !== 'part' || [...term.word].length > 2

function wholeWords(term: Term) {
  if (term.kind === 'part') return []
  if (term.kind === 'creator') return term.isWhole ? [term.name] : []
  return term.isWhole ? term.words : term.words.filter((word, at) => !isCut(term.words, at) || isPair(word))
}

function partsOfWords(term: Term) {
  if (term.kind === 'part') return [term.word]
  if (term.kind === 'creator' || term.isWhole) return []
  return term.words.filter((word, at) => isCut(term.words, at) && !isPair(word))
}

/** Whether the word may be incomplete, as the first and last word of a row may. */
const isCut = (words: string[], at: number) => at === 0 || at === words.length - 1
/** Unspaced text is indexed in pairs, so a pair is always complete. */
const isPair = (word: string) => isUnspaced(word) && [...word].length === 2
