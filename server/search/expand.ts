import type pg from 'pg'
import { isUnspaced } from '#contract/normal-form.ts'
import type { Wanted } from './search-text.ts'
import { countWords, type Found, findNames, findWordsWith, type Vocabulary } from './vocabulary.queries.ts'

/** Whether there is a creator of exactly this name, for each that is wanted. */
export async function settleCreators(pool: pg.Pool, wanted: Wanted[]): Promise<Wanted[]> {
  const names = wanted.flatMap((one) => (one.kind === 'creator' ? [one.name] : []))
  const known = await countWords({ pool, counted: 'creators' }, names)
  return wanted.map((one) => (one.kind === 'creator' ? { ...one, isWhole: known.has(one.name) } : one))
}

/** For each wanted thing what stands for it; `undefined` where that was not looked up. */
export type Expanded = (Found[] | undefined)[]

/**
 * The words of the library that each wanted thing can be; no words where it is in no document. A part of one or two
 * letters is in so many words that it is left out, and `undefined`, as long as there is something else to go by.
 */
export async function expand(vocabulary: Vocabulary, wanted: Wanted[]): Promise<Expanded> {
  const looked = longestFirst(wanted.filter(saysMuch)).slice(0, mostLong)
  const expanded = looked.length > 0 ? looked : longestFirst(wanted).slice(0, mostShort)
  const whole = await countWords(vocabulary, expanded.flatMap(wholeWords))
  const withPart = await findWordsWith(vocabulary, expanded.flatMap(partsOfWords))
  const foundFor = async (one: Wanted) => {
    if (one.kind === 'creator' && !one.isWhole) return [await findNames(vocabulary, one.name)]
    return [
      ...wholeWords(one).map((word) => ({
        words: whole.has(word) ? [word] : [],
        documents: whole.get(word) ?? 0,
      })),
      ...partsOfWords(one).map((part) => withPart.get(part) ?? { words: [], documents: 0 }),
    ]
  }
  return Promise.all(wanted.map((one) => (expanded.includes(one) ? foundFor(one) : undefined)))
}

/** Of a text of many words the longest say enough; the others are only looked for in what has these. */
const mostLong = 8
const mostShort = 2
const longestFirst = (wanted: Wanted[]) =>
  wanted.toSorted((one, other) => other.typed.length - one.typed.length)
const saysMuch = (one: Wanted) => one.kind !== 'part' || [...one.word].length > 2

function wholeWords(one: Wanted) {
  if (one.kind === 'part') return []
  if (one.kind === 'creator') return one.isWhole ? [one.name] : []
  return one.isWhole ? one.words : one.words.filter((word, at) => !isCut(one.words, at) || isPair(word))
}

function partsOfWords(one: Wanted) {
  if (one.kind === 'part') return [one.word]
  if (one.kind === 'creator' || one.isWhole) return []
  return one.words.filter((word, at) => isCut(one.words, at) && !isPair(word))
}

/** Whether there may be more letters before or behind it: at the ends of a row. */
const isCut = (words: string[], at: number) => at === 0 || at === words.length - 1
/** Nothing is longer than a pair. */
const isPair = (word: string) => isUnspaced(word) && [...word].length === 2
