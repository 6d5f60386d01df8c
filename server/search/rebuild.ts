import { setTimeout as pause } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { searchedAltTexts, searchedTranscripts } from '#contract/limits.ts'
import type { Db } from '#server/db/connection.ts'
import { batches } from './batches.ts'
import { wordsOf } from './documents.ts'
import { foldAdditions, zinesToAdd } from './fold.ts'
import { indexCreators, indexZines } from './indexing.ts'
import { creatorTables, type SearchTables, zineTables } from './lists.ts'
import { pairWords } from './pair-words.ts'
import { removeGone } from './word-changes.ts'

const idsAtOnce = 500
const wordsAtOnce = 50

/**
 * Makes documents and words again from what they are made of, a few at a time, while the site is in use: searches go on
 * finding what they found, and whoever publishes waits for a few words at most. Only what is not right is written.
 */
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
  onStep('pairs')
  while ((await pairWords(db)) === 'more');
  await sql`insert into search_filled default values`.execute(db)
}

/** Indexes all zines of one creator again. */
export async function indexZinesOf(db: Db, creatorId: string) {
  const condition = sql`creator_id = ${creatorId}`
  for await (const ids of idsOf(db, zineTables.source, { letters: lettersOfZine, condition }))
    await db.transaction().execute((tx) => indexZines(tx, ids))
}

/**
 * Indexes zines again whose documents do not say where they stand, those that have waited longest first, for some seconds;
 * then those from before documents said it. What rises while it is being read is unplaced again.
 */
export async function placeZines(db: Db, { forMs = 5_000 } = {}): Promise<'done' | 'more'> {
  const run: Run = { db, until: Date.now() + forMs, failures: [] }
  const outcome = (await placeNoted(run)) && (await placeOlder(run)) ? 'done' : 'more'
  if (run.failures.length > 0) throw run.failures[0]
  return outcome
}

type Run = { db: Db; until: number; failures: unknown[] }

const beforeAll = '00000000-0000-0000-0000-000000000000'

/** Whether it came to the end in time. */
async function placeNoted(run: Run) {
  for (let last = beforeAll; ; ) {
    const { rows } = await sql<{ row: string; id: string; letters: number | null }>`
      select u.id as row, zine_id as id, length(document) as letters
      from (select * from unplaced_zines where id > ${last} order by id limit ${idsAtOnce}) u
        left join zine_search using (zine_id)
      order by u.id`.execute(run.db)
    const zines = new Map(rows.map((row) => [row.id, row]))
    if (!(await placeAll(run, [...zines.values()]))) return false
    if (rows.length < idsAtOnce) return true
    last = rows.at(-1)?.row ?? last
  }
}

/** The same of all documents there were; behind the last searches may go by them. */
async function placeOlder(run: Run) {
  for (;;) {
    const { rows: placing } = await sql<{ done: string }>`select done_to as done from placed_so_far`.execute(
      run.db,
    )
    if (!placing[0]) return true
    const { rows } = await sql<{ id: string; letters: number; isPlaced: boolean }>`
      select zine_id as id, length(document) as letters, document ^@ E'\n ERA:' as "isPlaced"
      from zine_search where zine_id > ${placing[0].done} order by zine_id limit ${idsAtOnce}`.execute(run.db)
    const isInTime = await placeAll(
      run,
      rows.filter(({ isPlaced }) => !isPlaced),
    )
    if (!isInTime) return false
    if (rows.length < idsAtOnce) await sql`delete from placed_so_far`.execute(run.db)
    else await sql`update placed_so_far set done_to = ${rows.at(-1)?.id}`.execute(run.db)
  }
}

/** Whether the time is not over. Everybody else gets as much time as each step took. */
async function placeAll(run: Run, rows: { id: string; letters: number | null }[]) {
  for (const ids of batches(rows)) {
    const began = Date.now()
    await placeSome(run.db, ids).catch(async (error) => {
      run.failures.push(error)
      await putOff(run.db, ids)
    })
    await pause(Date.now() - began)
    if (Date.now() >= run.until) return false
  }
  return true
}

const placeSome = (db: Db, ids: string[]) =>
  db.transaction().execute(async (tx) => {
    await takeNoted(ids).execute(tx)
    await indexZines(tx, ids)
  })

/** Whoever holds a row has changed the zine's counter and not committed yet: it stays for the next time. */
const takeNoted = (ids: string[]) => sql`
  delete from unplaced_zines where id in (
    select id from unplaced_zines where zine_id = any(${ids}) for update skip locked)`

/** Behind all others. */
const putOff = (db: Db, ids: string[]) =>
  sql`
    with taken as (${takeNoted(ids)})
    insert into unplaced_zines (zine_id) select unnest(${ids}::uuid[])`.execute(db)

const lettersOfZine = sql`length(title) + coalesce(length(description), 0) + coalesce(length(content_note), 0)
  + coalesce((select length(details::text) from zine_details where zine_id = id), 0) + (
  select least(coalesce(sum(length(alt_text)), 0), ${searchedAltTexts}::int)
    + least(coalesce(sum(length(transcript)), 0), ${searchedTranscripts}::int)
  from zine_pages where zine_id = id)`

type Source = { table: string; id: string }
type Which = { letters: RawBuilder<unknown>; condition?: RawBuilder<unknown> }

/** All ids in their order, in batches that are not more than so many letters of text to write. */
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

/**
 * Whoever writes a document writes its words in the same transaction. So once the words are locked, all documents with
 * them that count already are there to be counted, and those to come add to what was counted. What is put down for them
 * is there when its documents are, and is left to be added; most of it is added before, as each word reads what is left.
 */
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
