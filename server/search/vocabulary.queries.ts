import type pg from 'pg'
import { isUnspaced } from '#contract/normal-form.ts'
import { read } from '#server/db/statement.ts'

/** The index terms that a search word can match, and the maximum number of documents that have them. */
export type Expansion = { words: string[]; documents: number }

/** With more terms than this, an index lookup is not selective enough. */
export const mostWords = 2_000

export type Counted = 'zines' | 'creators'

export type Vocabulary = { pool: pg.Pool; counted: Counted }

export async function countWords({ pool, counted }: Vocabulary, asked: string[]) {
  if (asked.length === 0) return new Map<string, number>()
  const { rows } = await read<CountedWord>(pool, {
    name: `words-of-${counted}`,
    text: `select word, ${counted} as documents from search_words where word = any($1::text[]) and ${counted} > 0`,
    values: [asked],
  })
  return new Map(rows.map(({ word, documents }) => [word, documents]))
}

/** All trigrams of the part, or the part itself if it is shorter. */
const indexedParts = `array(select substr(part, at, 3) from generate_series(1, greatest(length(part) - 2, 1)) at)`

export async function findWordsWith({ pool, counted }: Vocabulary, parts: string[]) {
  if (parts.length === 0) return new Map<string, Expansion>()
  const { rows } = await read<{ part: string } & Expansion>(pool, {
    name: `parts-in-${counted}`,
    text: `
      select part, array_agg(w.word) as words, sum(w.documents)::float8 as documents
      from unnest($1::text[]) part
      cross join lateral (
        select word, ${counted} as documents from search_words
        where word_parts(word) @> ${indexedParts}
          and word like '%' || part || '%' and ${counted} > 0
        limit ${mostWords + 1}
      ) w
      group by part`,
    values: [parts],
  })
  return new Map(rows.map(({ part, ...expansion }) => [part, expansion]))
}

export async function findNames({ pool, counted }: Vocabulary, beginning: string): Promise<Expansion> {
  const { rows } = await read<CountedWord>(pool, {
    name: `names-of-${counted}`,
    text: `
      select word, ${counted} as documents from search_words
      where word >= $1 and word < $1 || chr(1114111) and ${counted} > 0 limit ${mostWords + 1}`,
    values: [beginning],
  })
  return {
    words: rows.map(({ word }) => word),
    documents: rows.reduce((sum, { documents }) => sum + documents, 0),
  }
}

const mostMeant = 3

/** The nearest terms by edits, then documents, then alphabet. If any is one edit away, only those. */
export async function listNear(vocabulary: Vocabulary, misspelt: string) {
  const near = (await findNear(vocabulary, misspelt))
    .filter(({ word }) => ofLetters(word) && lettersApart(word, misspelt) <= forgivenLetters)
    .map((counted) => ({ ...counted, edits: editsApart(counted.word, misspelt) }))
    .sort((a, b) => a.edits - b.edits || b.documents - a.documents || (a.word < b.word ? -1 : 1))
  const fewest = near[0]?.edits === 1 ? 1 : forgivenLetters
  return near
    .filter(({ edits }) => edits <= fewest)
    .slice(0, mostMeant)
    .map(({ word }) => word)
}

type CountedWord = { word: string; documents: number }

/** Any number of terms can have a similar beginning. Only the most frequent ones are compared. */
const mostNear = 2_000

/** All terms within two letters of this word, and some others of similar length. */
async function findNear({ pool, counted }: Vocabulary, misspelt: string) {
  const { rows } = await read<CountedWord>(pool, {
    name: `near-${counted}`,
    text: `
      select word, ${counted} as documents from search_words
      where word_nearness(word) && (select word_nearness($1))
        and length(word) between length($1) - ${forgivenLetters} and length($1) + ${forgivenLetters}
        and ${counted} > 0
      order by ${counted} desc limit ${mostNear}`,
    values: [misspelt],
  })
  return rows
}

/** The maximum number of letters added, omitted or replaced in a misspelt word. */
export const forgivenLetters = 2
const shortestForgiven = 4

const ofLetters = (word: string) => /^[\p{L}\p{M}]+$/u.test(word)

/** Whether the word may be corrected: only letters, long enough, and not in an unspaced script. */
export const isForgivable = (word: string) =>
  [...word].length >= shortestForgiven && ofLetters(word) && !isUnspaced(word)

/** The edit distance. Two swapped neighbours are a common typing mistake, so they count as one edit. */
export const editsApart = (one: string, other: string) =>
  isSwapped(one, other) ? 1 : lettersApart(one, other)

function isSwapped(one: string, other: string) {
  const letters = [...one]
  const at = letters.findIndex((letter, place) => letter !== [...other][place])
  const [left = '', right = ''] = letters.slice(at)
  return at >= 0 && letters.toSpliced(at, 2, right, left).join('') === other
}

export function lettersApart(one: string, other: string) {
  const others = [...other]
  let row = [0, ...others.map((_, at) => at + 1)]
  for (const letter of one) {
    const next = [(row[0] ?? 0) + 1]
    for (let at = 0; at < others.length; at++) {
      const replaced = (row[at] ?? 0) + (letter === others[at] ? 0 : 1)
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
