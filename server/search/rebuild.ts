import { type RawBuilder, sql } from 'kysely'
import { indexedAltTexts, indexedTranscripts } from '#contract/limits.ts'
import type { Db } from '#server/db/connection.ts'
import { indexCreators, indexZines } from './indexing.ts'
import { termsOf } from './search-documents.ts'
import { creatorTables, type SearchTables, zeroId, zineTables } from './search-lists.ts'
import { compactTermCounts, pendingZineCount, removeUnusedTerms } from './term-counts.ts'

const idBatchSize = 500
const termBatchSize = 50

/** Rebuilds documents and counts while the site is running. Writes only what differs. */
export async function rebuildSearch(db: Db, onStep: (step: string) => void = () => undefined) {
  onStep('creators')
  for await (const ids of idsOf(db, creatorTables.source, { size: sql`length(bio)` }))
    await db.transaction().execute((tx) => indexCreators(tx, ids))
  onStep('zines')
  for await (const ids of idsOf(db, zineTables.source, { size: zineTextSize }))
    await db.transaction().execute((tx) => indexZines(tx, ids))
  onStep('words')
  await addMissingTerms(db, creatorTables)
  await addMissingTerms(db, zineTables)
  await recountTerms(db)
  await sql`
    with earlier as (delete from search_index_runs)
    insert into search_index_runs default values`.execute(db)
}

export async function indexZinesOf(db: Db, creatorId: string) {
  const condition = sql`creator_id = ${creatorId}`
  for await (const ids of idsOf(db, zineTables.source, { size: zineTextSize, condition }))
    await db.transaction().execute((tx) => indexZines(tx, ids))
}

const zineTextSize = sql`length(title) + coalesce(length(description), 0) + coalesce(length(content_note), 0)
  + coalesce((select length(details::text) from zine_details where zine_id = id), 0) + (
  select least(coalesce(sum(length(alt_text)), 0), ${indexedAltTexts}::int)
    + least(coalesce(sum(length(transcript)), 0), ${indexedTranscripts}::int)
  from zine_pages where zine_id = id)`

type Source = { table: string; id: string }
type IdSelection = { size: RawBuilder<unknown>; condition?: RawBuilder<unknown> }

async function* idsOf(db: Db, { table, id: key }: Source, { size, condition = sql`true` }: IdSelection) {
  for (let last = zeroId; ; ) {
    const { rows } = await sql<{ id: string; size: number | null }>`
      select ${sql.ref(key)} as id, (${size})::int as size from ${sql.table(table)}
      where ${sql.ref(key)} > ${last} and ${condition}
      order by ${sql.ref(key)} limit ${idBatchSize}`.execute(db)
    yield* batches(rows)
    if (rows.length < idBatchSize) return
    last = rows.at(-1)?.id ?? last
  }
}

async function addMissingTerms(db: Db, { documents, key }: SearchTables) {
  for await (const ids of idsOf(db, { table: documents, id: key }, { size: sql`length(document)` })) {
    const { rows } = await sql<{ document: string }>`
      select document from ${sql.table(documents)} where ${sql.ref(key)} = any(${ids})`.execute(db)
    const presentTerms = [...new Set(rows.flatMap(({ document }) => [...termsOf(document)]))]
    await sql`
      insert into terms (term)
      select term from unnest(${presentTerms}::text[]) term order by term collate "C"
      on conflict do nothing`.execute(db)
  }
}

/** Counts under term locks, so that each document is either counted here or adds itself later. */
async function recountTerms(db: Db) {
  for (let last = ''; ; ) {
    await compactTermCounts(db)
    const locked = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ term: string }>`
        select term from terms where term > ${last} order by term limit ${termBatchSize}
        for update`.execute(tx)
      const terms = rows.map(({ term }) => term)
      await sql`
        update terms known set zines = counted.zines, creators = counted.creators
        from (
          select term, (${countIn(zineTables)}) - ${sql.raw(pendingZineCount('term'))} as zines, (${countIn(creatorTables)}) as creators
          from unnest(${terms}::text[]) term
        ) counted
        where known.term = counted.term
          and (known.zines, known.creators) <> (counted.zines, counted.creators)`.execute(tx)
      await removeUnusedTerms(tx, terms)
      return terms
    })
    if (locked.length < termBatchSize) return
    last = locked.at(-1) ?? last
  }
}

const countIn = ({ documents }: SearchTables) =>
  sql`select count(*) from ${sql.table(documents)} where string_to_array(document, ' ') && array[term]`

/** Limits each transaction, because publications wait for it and statements have a timeout. */
const maxBatchSize = 20_000

function* batches(rows: { id: string; size: number | null }[]) {
  let batch: string[] = []
  let size = 0
  for (const row of rows) {
    batch.push(row.id)
    size += row.size ?? 0
    if (size < maxBatchSize) continue
    yield batch
    batch = []
    size = 0
  }
  if (batch.length > 0) yield batch
}
