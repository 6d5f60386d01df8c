import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { shellCommand } from '#server/process/shell-command.ts'
import { type SearchDocument, termsOf } from './search-documents.ts'
import { creatorTables, type SearchTables, zineTables } from './search-tables.ts'
import { pendingZineCount } from './term-counts.ts'

/** How many random documents and terms are compared. */
export type IndexSample = { documents: number; terms: number }

type Verification = {
  sample: IndexSample
  /** SQL for the ids of creators whose documents a pending job will change. */
  unsettled: string
  /** The maximum of problems of each kind. */
  limit: number
}

const repairHint = `\`${shellCommand('search:rebuild')}\` fixes it`

/** Compares the search index with its sources. Each problem is a sentence. */
export async function listIndexProblems(client: pg.ClientBase, options: Verification) {
  const messages: string[] = []
  const documents: string[] = []
  for (const tables of [zineTables, creatorTables]) {
    messages.push(...(await listMissingDocuments(client, tables, options)))
    for (const { entity, stored, actual } of await sampleDocuments(client, tables, options)) {
      documents.push(stored.document)
      if (!isDeepStrictEqual(stored, actual))
        messages.push(`${entity} is found by other words than it has; ${repairHint}`)
    }
  }
  const maxCount = options.sample.terms
  const { rows } = await client.query<{ term: string }>('select term from terms order by random() limit $1', [maxCount])
  const terms = new Set([...sampleTerms(documents, maxCount), ...rows.map(({ term }) => term)])
  return [...messages, ...(await listTermProblems(client, [...terms]))]
}

async function listMissingDocuments(client: pg.ClientBase, tables: SearchTables, { unsettled, limit }: Verification) {
  const { kind, documents, counters, key, source } = tables
  const rowsWhere = (table: string, condition: string) => `
    select ${key} as id from ${table} t join ${source.table} s on s.${source.id} = t.${key}
    where ${condition} and s.${source.creator} not in (${unsettled}) limit ${limit}`
  const isNotIn = (table: string) => `not exists (select from ${table} other where other.${key} = t.${key})`
  const checks = [
    { sql: rowsWhere(counters, isNotIn(documents)), problem: 'is missing from the search index' },
    { sql: rowsWhere(documents, isNotIn(counters)), problem: 'is in the search index although it is not visible' },
  ]
  if (source.repeated)
    checks.push({
      sql: rowsWhere(documents, 't.created_at <> s.created_at'),
      problem: 'has a different date in the search index',
    })
  const messages: string[] = []
  for (const { sql, problem } of checks) {
    const { rows } = await client.query<{ id: string }>(sql)
    messages.push(...rows.map(({ id }) => `${kind} ${id} ${problem}; ${repairHint}`))
  }
  return messages
}

type StoredDocument = { id: string; stored: SearchDocument }

async function sampleDocuments(client: pg.ClientBase, tables: SearchTables, { sample, unsettled }: Verification) {
  const { kind, documents, key, source, titles, textsSql, toDocument } = tables
  const sampled = `(
    select s.* from ${source.table} s join ${documents} on ${key} = s.${source.id}
    where s.${source.creator} not in (${unsettled}) order by random() limit ${sample.documents})`
  const storedTitles = titles.map((title) => `d.${title}`).join(', ')
  const { rows } = await client.query<StoredDocument>(`
    select t.*, json_build_object('document', document, 'titles', array[${storedTitles}]) as stored
    from (${textsSql(sampled)}) t join ${documents} d on ${key} = t.id`)
  return rows.map((row) => ({ entity: `${kind} ${row.id}`, stored: row.stored, actual: toDocument(row) }))
}

function sampleTerms(documents: string[], maxCount: number) {
  const terms = [...new Set(documents.flatMap((document) => [...termsOf(document)]))]
  const interval = Math.max(1, Math.floor(terms.length / maxCount))
  return terms.filter((_, index) => index % interval === 0).slice(0, maxCount)
}

async function listTermProblems(client: pg.ClientBase, terms: string[]) {
  const count = ({ documents }: SearchTables) =>
    `(select count(*) from ${documents} where string_to_array(document, ' ') && array[w.term])`
  const { rows } = await client.query<{ term: string }>(
    `select w.term from unnest($1::text[]) w (term) left join terms s on s.term = w.term collate "C"
     where coalesce(s.zines, 0) + ${pendingZineCount('w.term')} <> ${count(zineTables)} or coalesce(s.creators, 0) <> ${count(creatorTables)}`,
    [terms],
  )
  return rows.map(({ term }) => `The stored count of ${term} is wrong; ${repairHint}`)
}
