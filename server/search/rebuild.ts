import { type RawBuilder, sql } from 'kysely'
import { searchedAltTexts, searchedTranscripts } from '#contract/limits.ts'
import type { Db } from '#server/db/connection.ts'
import { wordsOf } from './documents.ts'
import { indexCreators, indexZines } from './indexing.ts'
import { beforeAll, creatorTables, type SearchTables, zineTables } from './lists.ts'
import { foldAdditions, removeGone, zinesToAdd } from './word-counts.ts'

const idsAtOnce = 500
const wordsAtOnce = 50

/** Rebuilds documents and counts while the site is running. Writes only what differs. */
export async function rebuildSearch(db: Db, onStep: (step: string) => void = () => undefined) {
  onStep('creators')
  for await (const ids of idsOf(db, creatorTables.source, { letters: sql`length(bio)` }))
    await db.transaction().execute((tx) => indexCreators(tx, ids))
  onStep('zines')
  for await (const ids of idsOf(db, zineTables.source, { letters: lettersOfZine }))
    await db.transaction().execute((tx) => indexZines(tx, ids))
  onStep('words')
  await addMissingWords(db, creatorTables)
  await addMissingWords(db, zineTables)
  await countAgain(db)
  await sql`insert into search_filled default values`.execute(db)
}

export async function indexZinesOf(db: Db, creatorId: string) {
  const condition = sql`creator_id = ${creatorId}`
  for await (const ids of idsOf(db, zineTables.source, { letters: lettersOfZine, condition }))
    await db.transaction().execute((tx) => indexZines(tx, ids))
}

const lettersOfZine = sql`length(title) + coalesce(length(description), 0) + coalesce(length(content_note), 0)
  + coalesce((select length(details::text) from zine_details where zine_id = id), 0) + (
  select least(coalesce(sum(length(alt_text)), 0), ${searchedAltTexts}::int)
    + least(coalesce(sum(length(transcript)), 0), ${searchedTranscripts}::int)
  from zine_pages where zine_id = id)`

type Source = { table: string; id: string }
type Which = { letters: RawBuilder<unknown>; condition?: RawBuilder<unknown> }

async function* idsOf(db: Db, { table, id: key }: Source, { letters, condition = sql`true` }: Which) {
  for (let last = beforeAll; ; ) {
    const { rows } = await sql<{ id: string; letters: number | null }>`
      select ${sql.ref(key)} as id, (${letters})::int as letters from ${sql.table(table)}
      where ${sql.ref(key)} > ${last} and ${condition}
      order by ${sql.ref(key)} limit ${idsAtOnce}`.execute(db)
    yield* batches(rows)
    if (rows.length < idsAtOnce) return
    last = rows.at(-1)?.id ?? last
  }
}

async function addMissingWords(db: Db, { documents, key }: SearchTables) {
  for await (const ids of idsOf(db, { table: documents, id: key }, { letters: sql`length(document)` })) {
    const { rows } = await sql<{ document: string }>`
      select document from ${sql.table(documents)} where ${sql.ref(key)} = any(${ids})`.execute(db)
    const present = [...new Set(rows.flatMap(({ document }) => [...wordsOf(document)]))]
    await sql`
      insert into search_words (word)
      select word from unnest(${present}::text[]) word order by word collate "C"
      on conflict do nothing`.execute(db)
  }
}

/** Counts under term locks, so that each document is either counted here or adds itself later. */
async function countAgain(db: Db) {
  for (let last = ''; ; ) {
    await foldAdditions(db)
    const locked = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ word: string }>`
        select word from search_words where word > ${last} order by word limit ${wordsAtOnce}
        for update`.execute(tx)
      const some = rows.map(({ word }) => word)
      await sql`
        update search_words known set zines = counted.zines, creators = counted.creators
        from (
          select word, (${countIn(zineTables)}) - ${sql.raw(zinesToAdd('word'))} as zines, (${countIn(creatorTables)}) as creators
          from unnest(${some}::text[]) word
        ) counted
        where known.word = counted.word
          and (known.zines, known.creators) <> (counted.zines, counted.creators)`.execute(tx)
      await removeGone(tx, some)
      return some
    })
    if (locked.length < wordsAtOnce) return
    last = locked.at(-1) ?? last
  }
}

const countIn = ({ documents }: SearchTables) =>
  sql`select count(*) from ${sql.table(documents)} where string_to_array(document, ' ') && array[word]`

/** Limits each transaction, because publications wait for it and statements have a timeout. */
const lettersAtOnce = 20_000

function* batches(rows: { id: string; letters: number | null }[]) {
  let batch: string[] = []
  let letters = 0
  for (const row of rows) {
    batch.push(row.id)
    letters += row.letters ?? 0
    if (letters < lettersAtOnce) continue
    yield batch
    batch = []
    letters = 0
  }
  if (batch.length > 0) yield batch
}
