import type pg from 'pg'
import { readWithRetry } from '#server/db/statement.ts'
import type { ListPosition, ListRange } from '#server/http/list-page.ts'
import { isListed, isNotBlocked, type Reader } from '#server/lists/reader-exclusions.ts'
import type { SearchList } from './search-lists.ts'
import type { SearchTables } from './search-tables.ts'

export type Match = { id: string; position: ListPosition }

/**
 * A page of a list, its reader, the owner of a member's list, and what every match must have: filter terms, and a creator
 * whom this member follows.
 */
export type SearchRange = ListRange & {
  reader?: Reader
  owner?: string | undefined
  filterTerms?: string[]
  followedBy?: string
}

/** Every search scans this many rows first, which is enough for very frequent terms. */
export const firstScan = 250
/** Lengths of list scans that may find enough matches, longest last. */
export const scanLengths = [2_500, 5_000, 10_000] as const
export const longestScan = scanLengths[2]
/** Rows of a list scan. Only a few literal numbers, because PostgreSQL plans a parameter for the worst case. */
export type ScanLength = typeof firstScan | (typeof scanLengths)[number] | 'all'

/** Scans the list in its order. Fast for frequent terms, but finds nothing beyond its last row. */
export async function scanList(
  pool: pg.Pool,
  list: SearchList,
  { texts, length, ...range }: SearchRange & { texts: string[]; length: ScanLength },
) {
  const { table, rank, documents, key } = list
  const values: unknown[] = [range.limit]
  const text = buildTextCondition(texts, values)
  const rows = rowsInRange(list, range, values)
  const visibility = visibleTo(list, range, values, 'scanned.id')
  const [column, join] = isOfDocuments(list)
    ? [', document', '']
    : ['', `cross join lateral (select document from ${documents} where ${key} = scanned.id offset 0) d`]
  return readMatches(pool, {
    name: `scan-${length}-${text.name}-${rows.name}${visibility.name}`,
    text: `
      select id, json_build_array(rank, id) as position
      from (
        select ${key} as id, ${rank} as rank${column} from ${table}
        where ${rows.condition} order by ${rank} desc, ${key} desc limit ${length}
      ) scanned ${join}
      where ${text.condition}${visibility.condition}
      order by rank desc, id desc limit $1`,
    values,
  })
}

/**
 * Finds documents with a term of each entry of `terms` in the index. Parameters hide the terms from the planner, which
 * misjudges their frequency and would scan the list or every document.
 */
export async function lookUpTerms(
  pool: pg.Pool,
  list: SearchList,
  { texts, terms, ...range }: SearchRange & { texts: string[]; terms: string[][] },
) {
  const { table, rank, documents, key } = list
  const values: unknown[] = [range.limit, ...terms]
  const hasTerms = terms.map((_, at) => `string_to_array(document, ' ') && (select $${at + 2}::text[]) and `).join('')
  const text = buildTextCondition(texts, values)
  const rows = rowsInRange(list, range, values)
  const visibility = visibleTo(list, range, values, `${documents}.${key}`)
  const [column, condition, join] = isOfDocuments(list)
    ? [`, ${rank} as rank`, ` and ${rows.condition}`, '']
    : [
        '',
        '',
        `cross join lateral (select ${rank} as rank from ${table} where ${key} = found.id and ${rows.condition} offset 0) s`,
      ]
  return readMatches(pool, {
    name: `lookup-${terms.length}-${text.name}-${rows.name}${visibility.name}`,
    text: `
      with found as materialized (
        select ${key} as id${column} from ${documents}
        where ${hasTerms}${text.condition}${condition}${visibility.condition}
      )
      select id, json_build_array(rank, id) as position
      from (select id, rank from found ${join} order by rank desc, id desc limit $1) first
      order by rank desc, id desc`,
    values,
  })
}

const readMatches = async (pool: pg.Pool, query: pg.QueryConfig<unknown[]>) =>
  (await readWithRetry<Match>(pool, query)).rows

/** The longest texts each get their own `strpos`. A very long search checks its other texts as one array. */
const maxSeparateTexts = 4

/** The condition that a document has every text. LIKE takes three times as long as `strpos`. */
export function buildTextCondition(texts: string[], values: unknown[]) {
  const ordered = texts.toSorted((a, b) => b.length - a.length)
  const conditions = ordered.slice(0, maxSeparateTexts).map((text) => `strpos(document, ${add(values, text)}) > 0`)
  const others = ordered.slice(maxSeparateTexts).map((text) => `%${escapeLike(text)}%`)
  if (others.length > 0) conditions.push(`document like all(${add(values, others)}::text[])`)
  return { condition: conditions.join(' and ') || 'true', name: conditions.length }
}

/** Adds a value to a statement, and returns its placeholder. */
const add = (values: unknown[], value: unknown) => `$${values.push(value)}`

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

const isOfDocuments = ({ table, documents }: SearchList) => table === documents

export async function endsWithin(pool: pg.Pool, list: SearchList, range: SearchRange, length: number) {
  const values: unknown[] = []
  const { condition, name } = rowsInRange(list, range, values)
  const { rows } = await readWithRetry(pool, {
    name: `ends-${length}-${name}`,
    text: `
      select from ${list.table}
      where ${condition}
      order by ${list.rank} desc, ${list.key} desc offset ${length} limit 1`,
    values,
  })
  return rows.length === 0
}

/** The condition that a match is visible to the reader. It comes last, because few documents pass the other conditions. */
export function visibleTo(
  { kind }: SearchTables,
  { reader, followedBy }: Pick<SearchRange, 'reader' | 'followedBy'>,
  values: unknown[],
  id: string,
) {
  const followed = followedBy ? ` and ${isOfFollowedCreator(add(values, followedBy), id)}` : ''
  const name = followed && '-followed'
  if (!reader?.hasExclusions) return { condition: followed, name }
  const isVisible = kind === 'zine' ? isListed : isNotBlocked
  return { condition: `${followed} and ${isVisible(add(values, reader.id), id)}`, name: `${name}-avoiding` }
}

const isOfFollowedCreator = (follower: string, zine: string) =>
  `(select creator_id from zines where id = ${zine}) in (select creator_id from follows where follower_id = ${follower})`

/** The condition that a list row is in the range. */
function rowsInRange({ name, rank, key, owner: column }: SearchList, { owner, after }: SearchRange, values: unknown[]) {
  const conditions = [
    ...(column ? [`${column} = ${add(values, owner)}::uuid`] : []),
    ...(after
      ? [`(${rank}, ${key}) < (${add(values, after[0])}::${typeOf(rank)}, ${add(values, after[1])}::uuid)`]
      : []),
  ]
  return { condition: conditions.join(' and ') || 'true', name: `${name}${after ? '-after' : ''}` }
}

const typeOf = (rank: SearchList['rank']) => (rank === 'created_at' ? 'timestamptz' : 'int')

/** Counting stops here, because the exact length of a longer list does not matter. */
const maxOwn = 20_000

export async function countOwn(pool: pg.Pool, { name, table, owner: column }: SearchList, owner: string) {
  const { rows } = await readWithRetry<{ count: number }>(pool, {
    name: `count-${name}`,
    text: `select count(*)::int from (select from ${table} where ${column} = $1 limit ${maxOwn}) own`,
    values: [owner],
  })
  return rows[0]?.count ?? 0
}

export async function countDocuments(pool: pg.Pool, { documents }: SearchList) {
  const { rows } = await readWithRetry<{ count: number }>(pool, {
    name: `count-${documents}`,
    text: `select greatest(reltuples, 1000)::float8 as count from pg_class where oid = '${documents}'::regclass`,
  })
  return rows[0]?.count ?? 0
}
