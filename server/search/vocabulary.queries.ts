import type pg from 'pg'
import { isUnspaced } from '#contract/normalise-text.ts'
import { readWithRetry } from '#server/db/statement.ts'
import type { Counted } from './search-tables.ts'
import { creatorTerm } from './search-text.ts'

/** The index terms that a search word can match, and the maximum number of documents that have them. */
export type Expansion = { terms: string[]; documents: number }

/** With more terms than this, an index lookup is not selective enough. */
export const maxTerms = 2_000

export type Vocabulary = { pool: pg.Pool; counted: Counted }

export async function countTerms({ pool, counted }: Vocabulary, terms: string[]) {
  if (terms.length === 0) return new Map<string, number>()
  const { rows } = await readWithRetry<TermCount>(pool, {
    name: `terms-of-${counted}`,
    text: `select term, ${counted} as documents from terms where term = any($1::text[]) and ${counted} > 0`,
    values: [terms],
  })
  return new Map(rows.map(({ term, documents }) => [term, documents]))
}

/** All trigrams of the part, or the part itself if it is shorter. */
const ngramsSql = `array(select substr(fragment, at, 3) from generate_series(1, greatest(length(fragment) - 2, 1)) at)`

export async function findTermsContaining({ pool, counted }: Vocabulary, substrings: string[]) {
  if (substrings.length === 0) return new Map<string, Expansion>()
  const { rows } = await readWithRetry<{ fragment: string } & Expansion>(pool, {
    name: `substrings-in-${counted}`,
    text: `
      select fragment, array_agg(w.term) as terms, sum(w.documents)::float8 as documents
      from unnest((select $1::text[])) fragment
      cross join lateral (
        select term, ${counted} as documents from terms
        where term_ngrams(term) @> ${ngramsSql}
          and term like '%' || fragment || '%' and ${counted} > 0
        limit ${maxTerms + 1}
      ) w
      group by fragment`,
    values: [substrings],
  })
  return new Map(rows.map(({ fragment, ...expansion }) => [fragment, expansion]))
}

export async function findNames({ pool, counted }: Vocabulary, beginning: string): Promise<Expansion> {
  const { rows } = await readWithRetry<TermCount>(pool, {
    name: `names-of-${counted}`,
    text: `
      select term, ${counted} as documents from terms
      where term >= $1 and term < $1 || chr(1114111) and ${counted} > 0 limit ${maxTerms + 1}`,
    values: [beginning],
  })
  return {
    terms: rows.map(({ term }) => term),
    documents: rows.reduce((total, { documents }) => total + documents, 0),
  }
}

const maxCorrections = 3

/** The nearest terms by edits, then documents, then alphabet. If any is one edit away, only those. */
export async function listSimilarTerms(vocabulary: Vocabulary, misspelt: string) {
  const similar = (await findSimilarTerms(vocabulary, misspelt))
    .filter(({ term }) => hasOnlyLetters(term) && levenshteinDistance(term, misspelt) <= maxEditDistance)
    .map((counted) => ({ ...counted, edits: editDistance(counted.term, misspelt) }))
    .sort((a, b) => a.edits - b.edits || b.documents - a.documents || (a.term < b.term ? -1 : 1))
  const maxEdits = similar[0]?.edits === 1 ? 1 : maxEditDistance
  return similar
    .filter(({ edits }) => edits <= maxEdits)
    .slice(0, maxCorrections)
    .map(({ term }) => term)
}

type TermCount = { term: string; documents: number }

/** Any number of terms can have a similar beginning. Only the most frequent ones are compared. */
const maxSimilarTerms = 2_000

/** All terms within two letters of this word, and some others of similar length. */
async function findSimilarTerms({ pool, counted }: Vocabulary, misspelt: string) {
  const { rows } = await readWithRetry<TermCount>(pool, {
    name: `similar-${counted}`,
    text: `
      select term, ${counted} as documents from terms
      where spelling_hashes(term) && (select spelling_hashes($1))
        and length(term) between length($1) - ${maxEditDistance} and length($1) + ${maxEditDistance}
        and ${counted} > 0
      order by ${counted} desc limit ${maxSimilarTerms}`,
    values: [misspelt],
  })
  return rows
}

/** The maximum number of letters added, omitted or replaced in a misspelt word. */
export const maxEditDistance = 2
const minCorrectableLength = 4

const hasOnlyLetters = (term: string) => /^[\p{L}\p{M}]+$/u.test(term)

/** Whether the word may be corrected: only letters, long enough, and not in an unspaced script. */
export const isCorrectable = (term: string) =>
  [...term].length >= minCorrectableLength && hasOnlyLetters(term) && !isUnspaced(term)

/** The edit distance. Two swapped neighbours are a common typing mistake, so they count as one edit. */
export const editDistance = (a: string, b: string) => (isSwapped(a, b) ? 1 : levenshteinDistance(a, b))

function isSwapped(a: string, b: string) {
  const lettersOfA = [...a]
  const swapIndex = lettersOfA.findIndex((letterOfA, index) => letterOfA !== [...b][index])
  const [left = '', right = ''] = lettersOfA.slice(swapIndex)
  return swapIndex >= 0 && lettersOfA.toSpliced(swapIndex, 2, right, left).join('') === b
}

export function levenshteinDistance(a: string, b: string) {
  const lettersOfB = [...b]
  let row = [0, ...lettersOfB.map((_, at) => at + 1)]
  for (const letterOfA of a) {
    const next = [(row[0] ?? 0) + 1]
    for (let column = 0; column < lettersOfB.length; column++) {
      const replaced = (row[column] ?? 0) + (letterOfA === lettersOfB[column] ? 0 : 1)
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

type FollowedRow = { username: string; zines: number; follows: number }

/**
 * The creator terms of the creators that a member follows, and about how many zines they have. After a change of name, a
 * creator's zines are found once they are indexed again.
 */
export async function expandFollowedCreators(pool: pg.Pool, followerId: string): Promise<Expansion> {
  const { rows } = await readWithRetry<FollowedRow>(pool, {
    name: 'followed-terms',
    text: `
      select username, zine_count as zines, (select count(*)::int from follows where follower_id = $1) as follows
      from (select creator_id from follows where follower_id = $1 limit ${maxTerms + 1}) f
      join users on users.id = f.creator_id join creator_stats using (creator_id)`,
    values: [followerId],
  })
  const counted = rows.reduce((total, { zines }) => total + zines, 0)
  return {
    terms: rows.map(({ username }) => creatorTerm(username)),
    documents: rows[0] ? (counted * rows[0].follows) / rows.length : 0,
  }
}
