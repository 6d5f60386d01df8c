import type pg from 'pg'
import { isNotBlocked, isShown, type Reader } from '#server/db/avoided.ts'
import { read } from '#server/db/statement.ts'
import type { ListRange, Place } from '#server/http/list-page.ts'
import type { Near, SearchList } from './lists.ts'

export type Match = { id: string; place: Place }

/** A page of a list, its reader, the owner of a member's list, and filter terms that every match must have. */
export type SearchRange = ListRange & { reader?: Reader; owner?: string | undefined; facets?: string[] }

/** Length of a list scan. Only a few literal lengths, because PostgreSQL plans a parameter for the worst case. */
export type Steps = Near | (typeof walks)[number] | 'all'
/** Lengths of list scans that may find enough matches, longest last. */
export const walks = [2_500, 5_000, 10_000] as const
export const longWalk = walks[2]

/** Scans the list in its order. Fast for frequent terms, but finds nothing beyond its last row. */
export async function walk(
  pool: pg.Pool,
  list: SearchList,
  { texts, steps, ...range }: SearchRange & { texts: string[]; steps: Steps },
) {
  const { table, rank, documents, key } = list
  const matching = havingTexts(isOfDocuments(list) ? 'walked.document' : 'd.document', texts, [range.limit])
  const { condition, values, name } = within(list, range, matching.values)
  const shown = shownTo(list, range.reader, values, 'walked.id')
  const document = isOfDocuments(list) ? 'document' : 'null'
  const { rows } = await read<Match>(pool, {
    name: `walk-${steps}-${matching.name}-${name}${shown.name}`,
    text: `
      select id, json_build_array(rank, id) as place
      from (
        select ${key} as id, ${rank} as rank, ${document} as document from ${table}
        where ${condition} order by ${rank} desc, ${key} desc limit ${steps}
      ) walked
      ${isOfDocuments(list) ? '' : `cross join lateral (select document from ${documents} where ${key} = walked.id offset 0) d`}
      where ${matching.condition}${shown.condition}
      order by rank desc, id desc limit $1`,
    values,
  })
  return rows
}

/** The terms of an index lookup. A document must have at least one term of each entry of `words`. */
type Wanted = { texts: string[]; words: string[][] }

/**
 * Finds documents with a term of each entry in the index. Parameters hide the terms from the planner, which misjudges their
 * frequency and would scan the list or every document.
 */
export async function lookUp(
  pool: pg.Pool,
  list: SearchList,
  { texts, words, ...range }: SearchRange & Wanted,
) {
  const { table, rank, documents, key } = list
  const matching = havingTexts('document', texts, [range.limit, ...words])
  const { condition, values, name } = within(list, range, matching.values)
  const shown = shownTo(list, range.reader, values, `${documents}.${key}`)
  const havingWords = words
    .map((_, at) => `string_to_array(document, ' ') && (select $${at + 2}::text[])`)
    .join(' and ')
  const found = isOfDocuments(list)
    ? { columns: `${key} as id, ${rank} as rank`, condition: `${matching.condition} and ${condition}` }
    : { columns: `${key} as found_id`, condition: matching.condition }
  const { rows } = await read<Match>(pool, {
    name: `look-up-${words.length}-${matching.name}-${name}${shown.name}`,
    text: `
      with found as materialized (
        select ${found.columns} from ${documents} where ${havingWords} and ${found.condition}${shown.condition}
      )
      ${
        isOfDocuments(list)
          ? firstOf('select id, rank from found')
          : firstOf(`
            select id, rank from found cross join lateral (
              select ${key} as id, ${rank} as rank from ${table} where ${key} = found_id and ${condition} offset 0
            ) s`)
      }`,
    values,
  })
  return rows
}

const firstOf = (found: string) => `
  select id, json_build_array(rank, id) as place
  from (select id, rank from (${found}) f order by rank desc, id desc limit $1) first
  order by rank desc, id desc`

/** The longest texts each get their own `strpos`. A very long search checks its other texts as one array. */
const mostAlone = 4

/** The condition that a document has every text, and the statement's values. LIKE takes three times as long as `strpos`. */
function havingTexts(document: string, texts: string[], first: unknown[]) {
  const values = [...first]
  const next = addTo(values)
  const ordered = texts.toSorted((one, other) => other.length - one.length)
  const conditions = ordered.slice(0, mostAlone).map((text) => `strpos(${document}, ${next(text)}) > 0`)
  const others = ordered.slice(mostAlone).map((text) => `%${escaped(text)}%`)
  if (others.length > 0) conditions.push(`${document} like all(${next(others)}::text[])`)
  return { condition: conditions.join(' and '), values, name: conditions.length }
}

const addTo = (values: unknown[]) => (value: unknown) => `$${values.push(value)}`

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

const isOfDocuments = ({ table, documents }: SearchList) => table === documents

export async function endsWithin(pool: pg.Pool, list: SearchList, range: SearchRange, steps: number) {
  const { condition, values, name } = within(list, range, [])
  const { rows } = await read(pool, {
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
function shownTo({ documents }: SearchList, reader: Reader | undefined, values: unknown[], id: string) {
  if (!reader?.avoids) return { condition: '', name: '' }
  const placeholder = addTo(values)(reader.id)
  const condition = documents === 'zine_search' ? isShown(placeholder, id) : isNotBlocked(placeholder, id)
  return { condition: ` and ${condition}`, name: '-avoiding' }
}

const typeOf = ({ rank }: SearchList) => (rank === 'created_at' ? 'timestamptz' : 'int')

/** The condition that a list row is in the range, and the statement's values: `first` and its own. */
function within(list: SearchList, { owner, after }: SearchRange, first: unknown[]) {
  const values = [...first]
  const next = addTo(values)
  const conditions = [
    ...(list.owner ? [`${list.owner} = ${next(owner)}::uuid`] : []),
    ...(after
      ? [`(${list.rank}, ${list.key}) < (${next(after[0])}::${typeOf(list)}, ${next(after[1])}::uuid)`]
      : []),
  ]
  return {
    condition: conditions.join(' and ') || 'true',
    values,
    name: `${list.name}${after ? '-after' : ''}`,
  }
}

/** Counting stops here, because the exact length of a longer list does not matter. */
const mostOwn = 20_000

export async function countOwn(pool: pg.Pool, { name, table, owner: column }: SearchList, owner: string) {
  const { rows } = await read<{ count: number }>(pool, {
    name: `count-${name}`,
    text: `select count(*)::int from (select from ${table} where ${column} = $1 limit ${mostOwn}) own`,
    values: [owner],
  })
  return rows[0]?.count ?? 0
}

export async function countDocuments(pool: pg.Pool, { documents }: SearchList) {
  const { rows } = await read<{ count: number }>(pool, {
    name: `count-${documents}`,
    text: `select greatest(reltuples, 1000)::float8 as count from pg_class where oid = '${documents}'::regclass`,
  })
  return rows[0]?.count ?? 0
}
