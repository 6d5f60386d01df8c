import type pg from 'pg'
import type { Reader } from '#server/db/reader-exclusions.ts'
import { readWithRetry } from '#server/db/statement.ts'
import { buildTextCondition, visibleTo } from './matches.queries.ts'
import type { SearchTables } from './search-lists.ts'

/** `texts`: what the document must contain, so that a best match is also a match. */
export type TitleSearch = { title: string; texts: string[]; reader: Reader; limit: number }

export type TitleMatch = { id: string; titles: string[] }

/** Exact titles, then those that start with the text in alphabetical order: both are one range of the index. */
const maxPrefixRows = 100

export async function findTitlesStartingWith(pool: pg.Pool, tables: SearchTables, search: TitleSearch) {
  const { key, titles, documents } = tables
  const { condition, values, name } = candidateCondition(tables, search, [search.limit, search.title])
  const ranges = titles.map(
    (title) => `(
      select *, ${title} as found from ${documents}
      where ${title} >= $2 and ${title} < $2 || chr(1114111)
      order by ${title}, ${orderOf(tables)} limit ${maxPrefixRows})`,
  )
  const { rows } = await readWithRetry<TitleMatch>(pool, {
    name: `titles-${documents}-${name}`,
    text: `
      select ${key} as id, array_remove(array[${titles}], null) as titles from (${ranges.join(' union all ')}) candidate
      where ${condition} order by found, ${orderOf(tables)} limit $1`,
    values,
  })
  return rows
}

/** A rarest word in more documents than this is not looked up. */
export const maxWordRows = 1_000

/** Titles that contain all words. `rarest` is the word that the fewest documents have, at most `maxWordRows`. */
export async function findTitlesWithWords(
  pool: pg.Pool,
  tables: SearchTables,
  { words, rarest, ...search }: TitleSearch & { words: string[]; rarest: string },
) {
  const { key, titles, documents } = tables
  const patterns = words.map((word) => `% ${word} %`)
  const { condition, values, name } = candidateCondition(tables, search, [search.limit, [rarest], patterns])
  const hasWords = titles.map((title) => `' ' || ${title} || ' ' like all($3::text[])`).join(' or ')
  const { rows } = await readWithRetry<TitleMatch>(pool, {
    name: `title-words-${documents}-${name}`,
    text: `
      with candidate as materialized (
        select * from ${documents} where string_to_array(document, ' ') && (select $2::text[]) and (${hasWords})
      )
      select ${key} as id, array_remove(array[${titles}], null) as titles from candidate
      where ${condition} order by ${titles[0]}, ${orderOf(tables)} limit $1`,
    values,
  })
  return rows
}

const orderOf = ({ key, source }: SearchTables) => `${source.repeated && 'created_at desc,'} ${key} desc`

function candidateCondition(tables: SearchTables, { texts, reader }: TitleSearch, first: unknown[]) {
  const text = buildTextCondition('candidate.document', texts, first)
  const visibility = visibleTo(tables, { reader }, text.values, `candidate.${tables.key}`)
  return {
    condition: `${text.condition}${visibility.condition}`,
    values: text.values,
    name: `${text.name}${visibility.name}`,
  }
}
