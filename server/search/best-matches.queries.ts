import type pg from 'pg'
import * as limits from '#contract/limits.ts'
import { readWithRetry } from '#server/db/statement.ts'
import type { Reader } from '#server/lists/reader-exclusions.ts'
import { buildTextCondition, visibleTo } from './matches.queries.ts'
import type { SearchTables } from './search-tables.ts'

/** `texts`: what the document must contain, so that a best match is also a match. */
export type TitleSearch = { tables: SearchTables; title: string; texts: string[]; reader: Reader }

export type TitleMatch = { kind: SearchTables['kind']; id: string; titles: string[] }

/** The titles of these documents, and those that the searches find. One statement, because nearly every search needs it. */
export async function findTitles(
  pool: pg.Pool,
  listed: { tables: SearchTables; ids: string[] },
  searches: TitleSearch[],
) {
  const values: unknown[] = [listed.ids]
  const parts = searches.map((search) => titlesSql(search, values))
  const { documents, key } = listed.tables
  const { rows } = await readWithRetry<TitleMatch>(pool, {
    name: `titles-${listed.tables.counted}-${parts.map(({ name }) => name).join('-')}`,
    text: [
      `select ${matchOf(listed.tables)} from ${documents} where ${key} = any($1::uuid[])`,
      ...parts.map(({ text }) => text),
    ].join(' union all '),
    values,
  })
  return rows
}

const matchOf = ({ kind, key, titles }: SearchTables) =>
  `'${kind}' as kind, ${key} as id, array_remove(array[${titles}], null) as titles`

/** Exact titles, then those that start with the text in alphabetical order: both are one range of the index. */
const maxPrefixRows = 100

/** Words that are all in more documents than this are not looked up. */
const maxWordRows = 1_000

/** A creator may be found by both names. */
const maxTitles = 2 * limits.bestMatches

/** Titles that start with the text, then, if these are fewer than `maxTitles`, those that contain all its words. */
function titlesSql({ tables, title, texts, reader }: TitleSearch, values: unknown[]) {
  const { documents, key, titles, counted, source } = tables
  const words = [...new Set(title.split(' '))]
  const add = (value: unknown) => `$${values.push(value)}`
  // PostgreSQL would plan for each title if it were a plain parameter.
  const [start, all] = [`(select ${add(title)}::text)`, add(words)]
  const text = buildTextCondition(texts, values)
  const visibility = visibleTo(tables, { reader }, values, `candidate.${key}`)
  const order = `${source.repeated && 'created_at desc,'} ${key} desc`
  const ranges = titles.map(
    (column) => `(
      select *, ${column} as found from ${documents}
      where ${column} >= ${start} and ${column} < ${start} || chr(1114111)
      order by ${column}, ${order} limit ${maxPrefixRows})`,
  )
  const hasWords = titles.map((column) => `string_to_array(${column}, ' ') @> (select words from sought)`)
  const match = matchOf(tables)
  const condition = `${text.condition}${visibility.condition}`
  return {
    // PostgreSQL limits a name to 63 bytes.
    name: `${counted}${text.name}${visibility.name && '-av'}`,
    text: `(
      with starting as materialized (
        select ${match} from (${ranges.join(' union all ')}) candidate
        where ${condition} order by found, ${order} limit ${maxTitles}
      ),
      sought as (
        select case when (select count(*) from starting) < ${maxTitles} and count(*) = cardinality(${all}::text[])
          and min(${counted}) <= ${maxWordRows} then ${all} end as words
        from terms where term = any(${all}) and ${counted} > 0
      ),
      candidate as materialized (select * from ${documents} where ${hasWords.join(' or ')})
      table starting union all (
        select ${match} from candidate where ${condition} order by ${titles[0]}, ${order} limit ${maxTitles}
      )
    )`,
  }
}
