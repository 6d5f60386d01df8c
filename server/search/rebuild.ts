import { sql } from 'kysely'
import { indexedAltTexts, indexedTranscripts } from '#contract/limits.ts'
import type { Db } from '#server/db/connection.ts'
import { indexRows } from './indexing.ts'
import { separator } from './search-documents.ts'
import { creatorTables, type SearchTables, zeroId, zineTables } from './search-tables.ts'
import { compactTermCounts, pendingZineCount, removeUnusedTerms } from './term-counts.ts'

const idsPerQuery = 500
const termBatchSize = 50

/** Rebuilds documents and counts while the site is running. Writes only what differs. */
export async function rebuildSearch(db: Db, onProgress: (progress: string) => void = () => undefined) {
  for (const tables of [creatorTables, zineTables]) {
    onProgress(tables.counted)
    for await (const ids of batchesOf(db, tables)) {
      await db.transaction().execute((tx) => indexRows(tx, tables, ids))
      await addMissingTerms(db, tables, ids)
    }
  }
  onProgress('words')
  await recountTerms(db)
  await sql`
    with earlier as (delete from search_index_runs)
    insert into search_index_runs default values`.execute(db)
}

export async function indexZinesOf(db: Db, creatorId: string) {
  for await (const ids of batchesOf(db, zineTables, sql`creator_id = ${creatorId}`))
    await db.transaction().execute((tx) => indexRows(tx, zineTables, ids))
}

/** Characters per transaction, which is short because publications wait for it and statements have a timeout. */
const maxBatchSize = 20_000

/** Ids of consecutive rows whose texts together are about as long as `maxBatchSize`. */
async function* batchesOf(db: Db, { kind, source }: SearchTables, condition = sql`true`) {
  const id = sql.ref(source.id)
  for (let last = zeroId; ; ) {
    const { rows } = await sql<{ ids: string[] }>`
      select array_agg(id order by id) as ids
      from (
        select id, sum(size) over (order by id) / ${maxBatchSize}::int as batch
        from (
          select ${id} as id, coalesce(${textSize[kind]}, 0)::int as size from ${sql.table(source.table)}
          where ${id} > ${last} and ${condition} order by ${id} limit ${idsPerQuery}
        ) sized
      ) batched
      group by batch order by batch`.execute(db)
    for (const { ids } of rows) yield ids
    const ids = rows.flatMap((row) => row.ids)
    if (ids.length < idsPerQuery) return
    last = ids.at(-1) ?? last
  }
}

/** The length of the texts of a row of `zines` or `profiles`. */
const textSize = {
  zine: sql`length(title) + coalesce(length(description), 0) + coalesce(length(content_note), 0)
    + coalesce((select length(details::text) from zine_details where zine_id = id), 0) + (
    select least(coalesce(sum(length(alt_text)), 0), ${indexedAltTexts}::int)
      + least(coalesce(sum(length(transcript)), 0), ${indexedTranscripts}::int)
    from zine_pages where zine_id = id)`,
  creator: sql`length(bio)`,
}

const addMissingTerms = (db: Db, { documents, key }: SearchTables, ids: string[]) =>
  sql`
    insert into terms (term)
    select distinct term collate "C" from ${sql.table(documents)}, unnest(string_to_array(document, ' ')) term
    where ${sql.ref(key)} = any(${ids}) and term not in ('', ${separator})
    order by term collate "C"
    on conflict do nothing`.execute(db)

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
