import type pg from 'pg'
import type { Shelf } from './shelves.ts'

/** Something that matches, and its place in the list. */
export type Match = { id: string; place: [rank: string | number, id: string] }

/** Part of a list: whose it is, the place it begins after, and how many are wanted. */
export type Stretch = { owner?: string | undefined; after: Match['place'] | undefined; limit: number }

/** How far a walk may go. A few lengths only, written into the statement: of a parameter PostgreSQL expects the worst. */
export type Steps = 250 | typeof longWalk | 'all'
export const longWalk = 10_000

/**
 * Goes through the list in its order and looks at one document after the other. Quick for what many documents have,
 * wherever they are; what it does not come to, it does not find.
 */
export async function walk(
  pool: pg.Pool,
  shelf: Shelf,
  { texts, steps, ...stretch }: Stretch & { texts: string[]; steps: Steps },
) {
  const { table, id, rank, documents, key } = shelf
  const sought = seek(isOfDocuments(shelf) ? 'walked.document' : 'd.document', texts, [stretch.limit])
  const { condition, values, name } = within(shelf, stretch, sought.values)
  const document = isOfDocuments(shelf) ? 'document' : 'null'
  const { rows } = await pool.query<Match>({
    name: `walk-${steps}-${sought.name}-${name}`,
    text: `
      select id, json_build_array(rank, id) as place
      from (
        select ${id} as id, ${rank} as rank, ${document} as document from ${table}
        where ${condition} order by ${rank} desc, ${id} desc limit ${steps}
      ) walked
      ${isOfDocuments(shelf) ? '' : `cross join lateral (select document from ${documents} where ${key} = walked.id offset 0) d`}
      where ${sought.condition}
      order by rank desc, id desc limit $1`,
    values,
  })
  return rows
}

/**
 * Looks up the documents that have, for each entry of `words`, at least one of its words, and puts those that match in
 * the order of the list. Finds everything; quick as long as that is not much. It is looked up before anything else,
 * because PostgreSQL cannot know how frequent the words are, and would walk the list if it took them for frequent. Nor
 * is it shown the words while it plans: of some hundreds it thinks that reading every document would be cheaper.
 */
export async function lookUp(
  pool: pg.Pool,
  shelf: Shelf,
  { texts, words, ...stretch }: Stretch & { texts: string[]; words: string[][] },
) {
  const { table, id, rank, documents, key } = shelf
  const sought = seek('document', texts, [stretch.limit, ...words])
  const { condition, values, name } = within(shelf, stretch, sought.values)
  const having = words
    .map((_, at) => `string_to_array(document, ' ') && (select $${at + 2}::text[])`)
    .join(' and ')
  const { rows } = await pool.query<Match>({
    name: `look-up-${words.length}-${sought.name}-${name}`,
    text: isOfDocuments(shelf)
      ? `
      with found as materialized (
        select ${id} as id, ${rank} as rank from ${documents}
        where ${having} and ${sought.condition} and ${condition}
      )
      ${firstOf('select id, rank from found')}`
      : `
      with found as materialized (
        select ${key} as found_id from ${documents} where ${having} and ${sought.condition}
      )
      ${firstOf(`
        select id, rank from found cross join lateral (
          select ${id} as id, ${rank} as rank from ${table} where ${id} = found_id and ${condition} offset 0
        ) s`)}`,
    values,
  })
  return rows
}

/** The first of what was found; only their places are made into JSON. */
const firstOf = (found: string) => `
  select id, json_build_array(rank, id) as place
  from (select id, rank from (${found}) f order by rank desc, id desc limit $1) first
  order by rank desc, id desc`

/** So many texts have a `strpos` of their own, the longest ones; what a very long search has more of is one array. */
const mostAlone = 4

/** The condition that a document has every text, and all values of the statement. LIKE takes three times as long. */
function seek(document: string, texts: string[], first: unknown[]) {
  const values = [...first]
  const next = addTo(values)
  const ordered = texts.toSorted((one, other) => other.length - one.length)
  const conditions = ordered.slice(0, mostAlone).map((text) => `strpos(${document}, ${next(text)}) > 0`)
  const others = ordered.slice(mostAlone).map((text) => `%${escaped(text)}%`)
  if (others.length > 0) conditions.push(`${document} like all(${next(others)}::text[])`)
  return { condition: conditions.join(' and '), values, name: conditions.length }
}

/** Adds a value to a statement's, and answers what stands for it there. */
const addTo = (values: unknown[]) => (value: unknown) => `$${values.push(value)}`

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

const isOfDocuments = ({ table, documents }: Shelf) => table === documents

/** Whether there are no more steps to take than a long walk has. */
export async function endsWithin(pool: pg.Pool, shelf: Shelf, stretch: Stretch) {
  const { condition, values, name } = within(shelf, stretch, [])
  const { rows } = await pool.query({
    name: `ends-${name}`,
    text: `
      select from ${shelf.table}
      where ${condition}
      order by ${shelf.rank} desc, ${shelf.id} desc offset ${longWalk} limit 1`,
    values,
  })
  return rows.length === 0
}

/** How many are on somebody's list; of more than this it does not matter how many. */
const mostOwn = 20_000

export async function countOwn(pool: pg.Pool, { name, table, owner: column }: Shelf, owner: string) {
  const { rows } = await pool.query<{ count: number }>({
    name: `count-${name}`,
    text: `select count(*)::int from (select from ${table} where ${column} = $1 limit ${mostOwn}) own`,
    values: [owner],
  })
  return rows[0]?.count ?? 0
}

/** About how many documents there are. */
export async function countDocuments(pool: pg.Pool, { documents }: Shelf) {
  const { rows } = await pool.query<{ count: number }>({
    name: `count-${documents}`,
    text: `select greatest(reltuples, 1000)::float8 as count from pg_class where oid = '${documents}'::regclass`,
  })
  return rows[0]?.count ?? 0
}

/** The condition that a row of the list is in the stretch, and all values of the statement: `first`, and its own. */
function within(shelf: Shelf, { owner, after }: Stretch, first: unknown[]) {
  const values = [...first]
  const next = addTo(values)
  const conditions = [
    ...(shelf.owner ? [`${shelf.owner} = ${next(owner)}::uuid`] : []),
    ...(after
      ? [`(${shelf.rank}, ${shelf.id}) < (${next(after[0])}::${shelf.rankType}, ${next(after[1])}::uuid)`]
      : []),
  ]
  return {
    condition: conditions.join(' and ') || 'true',
    values,
    name: `${shelf.name}${after ? '-after' : ''}`,
  }
}
