import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { shellCommand } from '#server/process/shell-command.ts'
import { find } from './find.ts'
import {
  type CreatorTexts,
  creatorDocument,
  creatorTexts,
  type SearchDocument,
  termsOf,
  type ZineTexts,
  zineDocument,
  zineTexts,
} from './search-documents.ts'
import { creatorTables, newestZines, zineTables } from './search-lists.ts'
import { pendingZineCount } from './term-counts.ts'

/** How many random documents, terms and searches are compared. */
export type IndexSample = { documents: number; terms: number; searches: number }

type Verification = {
  sample: IndexSample
  /** SQL for the ids of creators whose documents a pending job will change. */
  unsettled: string
  /** The maximum of problems of each kind. */
  limit: number
}

const repairHint = `\`${shellCommand('search:rebuild')}\` fixes it`

/** Compares the search index with its sources, and searches with scans. Each problem is a sentence. */
export const listIndexProblems = async (client: pg.ClientBase, pool: pg.Pool, options: Verification) => [
  ...(await listDocumentProblems(client, options)),
  ...(await listSearchProblems(pool, options.sample)),
]

async function listDocumentProblems(client: pg.ClientBase, { sample, unsettled, limit }: Verification) {
  const messages: string[] = []
  for (const { query, problem } of documentProblems) {
    const { rows } = await client.query<{ entity: string }>(query(unsettled, limit))
    messages.push(...rows.map(({ entity }) => `${entity} ${problem}; ${repairHint}`))
  }
  const zines = await sampleZines(client, unsettled, sample.documents)
  const comparisons = [...zines, ...(await sampleCreators(client, sample.documents))]
  for (const { entity, stored, actual } of comparisons)
    if (!isDeepStrictEqual(stored, actual))
      messages.push(`${entity} is found by other words than it has; ${repairHint}`)
  const sampled = sampleTerms(
    comparisons.map(({ stored }) => stored.document),
    sample.terms,
  )
  const { rows: random } = await client.query<{ term: string }>('select term from terms order by random() limit $1', [
    sample.terms,
  ])
  const terms = new Set([...sampled, ...random.map(({ term }) => term)])
  return [...messages, ...(await listTermProblems(client, [...terms]))]
}

type Table = 'counters' | 'documents'

/** Zines and creators with a row in one table and none in the other. */
const unmatchedQuery = (present: Table, absent: Table) => (unsettled: string, limit: number) =>
  `
  (select 'zine ' || p.zine_id as entity from ${zineTables[present]} p join zines z on z.id = p.zine_id
   where not exists (select from ${zineTables[absent]} a where a.zine_id = p.zine_id)
     and z.creator_id not in (${unsettled}) limit ${limit})
  union all
  (select 'creator ' || creator_id from ${creatorTables[present]} p
   where not exists (select from ${creatorTables[absent]} a where a.creator_id = p.creator_id)
     and creator_id not in (${unsettled}) limit ${limit})`

const wrongDateQuery = (unsettled: string, limit: number) => `
  select 'zine ' || d.zine_id as entity from zine_search d join zines z on z.id = d.zine_id
  where d.created_at <> z.created_at and z.creator_id not in (${unsettled}) limit ${limit}`

const documentProblems = [
  { query: unmatchedQuery('counters', 'documents'), problem: 'is missing from the search index' },
  {
    query: unmatchedQuery('documents', 'counters'),
    problem: 'is in the search index although it is not visible',
  },
  { query: wrongDateQuery, problem: 'has a different date in the search index' },
]

type DocumentComparison = { entity: string; stored: SearchDocument; actual: SearchDocument }

async function sampleZines(client: pg.ClientBase, unsettled: string, maxCount: number): Promise<DocumentComparison[]> {
  const sampled = `(select z.* from zines z join zine_search d on d.zine_id = z.id
    where z.creator_id not in (${unsettled}) order by random() limit ${maxCount})`
  const { rows } = await client.query<ZineTexts & SearchDocument>(
    `select t.*, document, array[d.title] as titles from (${zineTexts(sampled)}) t join zine_search d on zine_id = t.id`,
  )
  return rows.map(({ document, titles, ...zine }) => ({
    entity: `zine ${zine.id}`,
    stored: { document, titles },
    actual: zineDocument(zine),
  }))
}

async function sampleCreators(client: pg.ClientBase, maxCount: number): Promise<DocumentComparison[]> {
  const sampled = `(select p.* from profiles p join creator_search d on d.creator_id = p.user_id order by random() limit ${maxCount})`
  const { rows } = await client.query<CreatorTexts & SearchDocument>(
    `select t.*, document, array[d.username, d.name] as titles from (${creatorTexts(sampled)}) t join creator_search d on creator_id = t.id`,
  )
  return rows.map(({ document, titles, ...creator }) => ({
    entity: `creator ${creator.id}`,
    stored: { document, titles },
    actual: creatorDocument(creator),
  }))
}

function sampleTerms(documents: string[], maxCount: number) {
  const terms = [...new Set(documents.flatMap((document) => [...termsOf(document)]))]
  const interval = Math.max(1, Math.floor(terms.length / maxCount))
  return terms.filter((_, index) => index % interval === 0).slice(0, maxCount)
}

async function listTermProblems(client: pg.ClientBase, terms: string[]) {
  const count = ({ documents }: typeof zineTables) =>
    `(select count(*) from ${documents} where string_to_array(document, ' ') && array[w.term])`
  const { rows } = await client.query<{ term: string }>(
    `select w.term from unnest($1::text[]) w (term) left join terms s on s.term = w.term collate "C"
     where coalesce(s.zines, 0) + ${pendingZineCount('w.term')} <> ${count(zineTables)} or coalesce(s.creators, 0) <> ${count(creatorTables)}`,
    [terms],
  )
  return rows.map(({ term }) => `The stored count of ${term} is wrong; ${repairHint}`)
}

const pageSize = 24

async function listSearchProblems(pool: pg.Pool, { searches }: IndexSample) {
  const { rows } = await pool.query<{ term: string }>(
    `select term from terms where zines > 0 and term ~ '^[[:alpha:]]{3,}$' order by random() limit $1`,
    [searches],
  )
  const messages: string[] = []
  for (const { term } of rows)
    if (!(await findsSameZines(pool, term)))
      messages.push(`a search for ${term} does not find what has it; ${repairHint}`)
  return messages
}

/** A zine may be published between the two queries, so a difference is checked again. */
async function findsSameZines(pool: pg.Pool, term: string) {
  for (let attempt = 0; attempt < 3; attempt++) {
    const { matches = [] } = await find(pool, newestZines, term, { limit: pageSize, after: undefined })
    const scanned = await scanDocuments(pool, term)
    if (
      matches
        .slice(0, pageSize)
        .map(({ id }) => id)
        .join() === scanned.join()
    )
      return true
  }
  return false
}

async function scanDocuments(pool: pg.Pool, term: string) {
  const { rows } = await pool.query<{ id: string }>(
    `select z.id from zine_search d join zines z on z.id = d.zine_id where strpos(document, $1) > 0
     order by z.created_at desc, z.id desc limit $2`,
    [term, pageSize],
  )
  return rows.map(({ id }) => id)
}
