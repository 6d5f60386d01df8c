import type { PairedWord } from './pairs.ts'

/** Which words are so frequent that pairs of them pay: in at least this share of the zines, and in so many. */
export const usualRule = { permille: 9, zines: 2_000, words: 800, everyHours: 24 }
export type PairRule = typeof usualRule

type Counts = { word: string; zines: number }[]
/** Of how many zines the words were counted, and how many there are. */
type Library = { counted: number; zines: number }

type Choice = { rule: PairRule; most: number; from: number }

/** The most frequent words that make pairs, numbered from a number on. Facets and names are in no phrase. */
export const frequentWords = (
  counts: Counts,
  { counted, zines }: Library,
  { rule, most, from }: Choice = { rule: usualRule, most: usualRule.words, from: 0 },
): PairedWord[] =>
  counts
    .map((each) => ({ word: each.word, share: each.zines / counted }))
    .filter(
      ({ word, share }) => share * 1000 >= rule.permille && share * zines >= rule.zines && isTyped(word),
    )
    .sort((one, other) => other.share - one.share)
    .slice(0, most)
    .map(({ word, share }, at) => ({ word, number: from + at, permille: Math.round(share * 1000) }))

const isTyped = (word: string) => /^[^@A-Z]+$/.test(word)

/** Values are those of `columnsOfPaired`. */
export const insertPaired = (readyAt: 'now()' | 'null') => `
  insert into paired_words (word, number, permille, ready_at)
  select *, ${readyAt}::timestamptz from unnest($1::text[], $2::int[], $3::int[])`

export const columnsOfPaired = (words: PairedWord[]) =>
  (['word', 'number', 'permille'] as const).map((column) => words.map((word) => word[column]))
