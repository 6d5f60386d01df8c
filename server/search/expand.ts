import type pg from 'pg'
import { isUnspaced } from '#contract/normal-form.ts'
import { readReadyWords } from './pairs.queries.ts'
import { pairOf } from './pairs.ts'
import type { Term } from './search-text.ts'
import {
  countWords,
  type Expansion,
  findNames,
  findWordsWith,
  type Vocabulary,
} from './vocabulary.queries.ts'

/** Whether there is a creator of exactly this name, for each that is asked for. */
export async function settleCreators(pool: pg.Pool, query: Term[]): Promise<Term[]> {
  const names = query.flatMap((term) => (term.kind === 'creator' ? [term.name] : []))
  const known = await countWords({ pool, counted: 'creators' }, names)
  return query.map((term) => (term.kind === 'creator' ? { ...term, isWhole: known.has(term.name) } : term))
}

/** For each term what it can be, one expansion for each of its words; `undefined` where that was not looked up. */
export type Expanded = (Expansion[] | undefined)[]

/**
 * The words of the library that each term can be; no words where it is in no document. A part of one or two letters is
 * in so many words that it is left out, and `undefined`, as long as there is something else to go by.
 */
export async function expand(
  vocabulary: Vocabulary,
  query: Term[],
  { byPairs = true } = {},
): Promise<Expanded> {
  const looked = longestFirst(query.filter(saysMuch)).slice(0, mostLong)
  const expanded = looked.length > 0 ? looked : longestFirst(query).slice(0, mostShort)
  const whole = await countWords(vocabulary, expanded.flatMap(wholeWords))
  const withPart = await findWordsWith(vocabulary, expanded.flatMap(partsOfWords))
  const paired = await expandPairs(vocabulary, byPairs ? expanded : [])
  const expansionsOf = async (term: Term) => {
    if (term.kind === 'creator' && !term.isWhole) return [await findNames(vocabulary, term.name)]
    const pairs = paired.get(term) ?? []
    const inPairs = new Set(pairs.flatMap(({ of }) => of))
    return [
      ...pairs,
      ...asExpansions(
        wholeWords(term).filter((word) => !inPairs.has(word)),
        whole,
      ),
      ...partsOfWords(term).map((part) => withPart.get(part) ?? { words: [], documents: 0 }),
    ]
  }
  return Promise.all(query.map((term) => (expanded.includes(term) ? expansionsOf(term) : undefined)))
}

/** Words that are looked for as they are. */
export const expandWords = async (vocabulary: Vocabulary, words: string[]) =>
  asExpansions(words, await countWords(vocabulary, words))

const asExpansions = (words: string[], counts: Map<string, number>): Expansion[] =>
  words.map((word) => ({ words: counts.has(word) ? [word] : [], documents: counts.get(word) ?? 0 }))

/** Neighbours as the one word that they are looked for by, where every document has their pairs: those of zines. */
async function expandPairs(vocabulary: Vocabulary, query: Term[]) {
  const neighbours = vocabulary.counted === 'zines' ? query.flatMap(wholeNeighbours) : []
  const ready = await readReadyWords(vocabulary.pool, [...new Set(neighbours.flatMap(({ of }) => of))])
  const pairs = neighbours.flatMap(({ term, of }) => {
    const [one, other] = of.map((word) => ready.get(word))
    const pair = one && other && pairOf(one, other)
    return pair ? [{ term, of, pair }] : []
  })
  const counts = await countWords(
    vocabulary,
    pairs.map(({ pair }) => pair),
  )
  const expansions = pairs.flatMap(({ term, of, pair }) =>
    asExpansions([pair], counts).map((expansion) => ({ term, of, isPair: true as const, ...expansion })),
  )
  return Map.groupBy(expansions, ({ term }) => term)
}

/** Of words in a row those that stand next to each other and are whole. */
function wholeNeighbours(term: Term): { term: Term; of: string[] }[] {
  if (term.kind !== 'row') return []
  const isWhole = (at: number) => term.isWhole || !isCut(term.words, at) || isPair(term.words[at] ?? '')
  return term.words.flatMap((word, at) => {
    const before = term.words[at - 1]
    return before !== undefined && isWhole(at - 1) && isWhole(at) ? [{ term, of: [before, word] }] : []
  })
}

/** Of a text of many words the longest say enough; the others are only looked for in what has these. */
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

/** Whether there may be more letters before or behind it: at the ends of a row. */
const isCut = (words: string[], at: number) => at === 0 || at === words.length - 1
/** Nothing is longer than a pair. */
const isPair = (word: string) => isUnspaced(word) && [...word].length === 2
