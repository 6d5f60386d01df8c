import type pg from 'pg'
import { readWithRetry } from '#server/db/statement.ts'
import type { ListPosition, ListRange } from '#server/http/list-page.ts'
import { isListed, isNotBlocked, type Reader } from '#server/lists/reader-exclusions.ts'
import type { FirstScanLength, SearchList } from './search-lists.ts'

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

/** Length of a list scan. Only a few literal lengths, because PostgreSQL plans a parameter for the worst case. */
export type ScanLength = FirstScanLength | (typeof scanLengths)[number] | 'all'
/** Lengths of list scans that may find enough matches, longest last. */
export const scanLengths = [2_500, 5_000, 10_000] as const
export const longestScan = scanLengths[2]

/** Scans the list in its order. Fast for frequent terms, but finds nothing beyond its last row. */
export async function scanList(
  pool: pg.Pool,
  list: SearchList,
  { texts, steps, ...range }: SearchRange & { texts: string[]; steps: ScanLength },
) {
  const { table, rank, documents, key } = list
  const textCondition = buildTextCondition(isOfDocuments(list) ? 'scanned.document' : 'd.document', texts, [
    range.limit,
  ])
  const { condition, values, name } = rangeCondition(list, range, textCondition.values)
  const visibility = visibleTo(list, range, values, 'scanned.id')
  const document = isOfDocuments(list) ? 'document' : 'null'
  const { rows } = await readWithRetry<Match>(pool, {
    name: `scan-${steps}-${textCondition.name}-${name}${visibility.name}`,
    text: `
      select id, json_build_array(rank, id) as position
      from (
        select ${key} as id, ${rank} as rank, ${document} as document from ${table}
        where ${condition} order by ${rank} desc, ${key} desc limit ${steps}
      ) scanned
      ${isOfDocuments(list) ? '' : `cross join lateral (select document from ${documents} where ${key} = scanned.id offset 0) d`}
      where ${textCondition.condition}${visibility.condition}
      order by rank desc, id desc limit $1`,
    values,
  })
  return rows
}

/** The terms of an index lookup. A document must have at least one term of each entry of `terms`. */
type LookupTerms = { texts: string[]; terms: string[][] }

/**
 * Finds documents with a term of each entry in the index. Parameters hide the terms from the planner, which misjudges their
 * frequency and would scan the list or every document.
 */
export async function lookUpTerms(
  pool: pg.Pool,
  list: SearchList,
  { texts, terms, ...range }: SearchRange & LookupTerms,
) {
  const { table, rank, documents, key } = list
  const textCondition = buildTextCondition('document', texts, [range.limit, ...terms])
  const { condition, values, name } = rangeCondition(list, range, textCondition.values)
  const visibility = visibleTo(list, range, values, `${documents}.${key}`)
  const termConditions = terms
    .map((_, index) => `string_to_array(document, ' ') && (select $${index + 2}::text[])`)
    .join(' and ')
  const candidates = isOfDocuments(list)
    ? { columns: `${key} as id, ${rank} as rank`, condition: `${textCondition.condition} and ${condition}` }
    : { columns: `${key} as found_id`, condition: textCondition.condition }
  const { rows } = await readWithRetry<Match>(pool, {
    name: `lookup-${terms.length}-${textCondition.name}-${name}${visibility.name}`,
    text: `
      with found as materialized (
        select ${candidates.columns} from ${documents} where ${termConditions} and ${candidates.condition}${visibility.condition}
      )
      ${
        isOfDocuments(list)
          ? topRows('select id, rank from found')
          : topRows(`
            select id, rank from found cross join lateral (
              select ${key} as id, ${rank} as rank from ${table} where ${key} = found_id and ${condition} offset 0
            ) s`)
      }`,
    values,
  })
  return rows
}

const topRows = (candidates: string) => `
  select id, json_build_array(rank, id) as position
  from (select id, rank from (${candidates}) f order by rank desc, id desc limit $1) first
  order by rank desc, id desc`

/** The longest texts each get their own `strpos`. A very long search checks its other texts as one array. */
const maxSeparateTexts = 4

/** The condition that a document has every text, and the statement's values. LIKE takes three times as long as `strpos`. */
export function buildTextCondition(document: string, texts: string[], first: unknown[]) {
  const values = [...first]
  const next = placeholderFor(values)
  const ordered = texts.toSorted((a, b) => b.length - a.length)
  const conditions = ordered.slice(0, maxSeparateTexts).map((text) => `strpos(${document}, ${next(text)}) > 0`)
  const remaining = ordered.slice(maxSeparateTexts).map((text) => `%${escapeLike(text)}%`)
  if (remaining.length > 0) conditions.push(`${document} like all(${next(remaining)}::text[])`)
  return { condition: conditions.join(' and '), values, name: conditions.length }
}

const placeholderFor = (values: unknown[]) => (value: unknown) => `$${values.push(value)}`

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

const isOfDocuments = ({ table, documents }: SearchList) => table === documents

export async function endsWithin(pool: pg.Pool, list: SearchList, range: SearchRange, steps: number) {
  const { condition, values, name } = rangeCondition(list, range, [])
  const { rows } = await readWithRetry(pool, {
    name: `ends-${steps}-${name}`,
    text: `
      select from ${list.table}
      where ${condition}
      order by ${list.rank} desc, ${list.key} desc offset ${steps} limit 1`,
    values,
  })
  return rows.length === 0
}

/** The condition that a match is visible to the reader. It comes last, because few documents pass the other conditions. */
export function visibleTo(
  { documents }: Pick<SearchList, 'documents'>,
  { reader, followedBy }: Pick<SearchRange, 'reader' | 'followedBy'>,
  values: unknown[],
  id: string,
) {
  const next = placeholderFor(values)
  const followed = followedBy ? ` and ${isOfFollowedCreator(next(followedBy), id)}` : ''
  const name = followed && '-followed'
  if (!reader?.hasExclusions) return { condition: followed, name }
  const placeholder = next(reader.id)
  const condition = documents === 'zine_search' ? isListed(placeholder, id) : isNotBlocked(placeholder, id)
  return { condition: `${followed} and ${condition}`, name: `${name}-avoiding` }
}

const isOfFollowedCreator = (follower: string, zine: string) =>
  `(select creator_id from zines where id = ${zine}) in (select creator_id from follows where follower_id = ${follower})`

const typeOf = ({ rank }: SearchList) => (rank === 'created_at' ? 'timestamptz' : 'int')

/** The condition that a list row is in the range, and the statement's values: `first` and its own. */
function rangeCondition(list: SearchList, { owner, after }: SearchRange, first: unknown[]) {
  const values = [...first]
  const next = placeholderFor(values)
  const conditions = [
    ...(list.owner ? [`${list.owner} = ${next(owner)}::uuid`] : []),
    ...(after ? [`(${list.rank}, ${list.key}) < (${next(after[0])}::${typeOf(list)}, ${next(after[1])}::uuid)`] : []),
  ]
  return {
    condition: conditions.join(' and ') || 'true',
    values,
    name: `${list.name}${after ? '-after' : ''}`,
  }
}

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
