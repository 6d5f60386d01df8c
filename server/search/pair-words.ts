import { setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery, sql } from 'kysely'
import type { Db, Tx } from '#server/db/connection.ts'
import { batches } from './batches.ts'
import { columnsOfPaired, frequentWords, insertPaired, type PairRule, usualRule } from './frequent-words.ts'
import { indexZines } from './indexing.ts'
import { settled } from './pairs.queries.ts'
import { byWord, type PairedWord, pairsIn } from './pairs.ts'

/** Nothing is left to do, there is more, or somebody who may not know of the newest words still has to commit. */
type Outcome = 'done' | 'more' | 'waiting'

/**
 * Sees to it that phrases of frequent words are found by pairs, for some seconds; what is left is gone on with the next
 * time, and so is what was cut off. New words come rarely and all at once: their pairs are written by everybody from then
 * on, then given to the documents that are there, and only then looked for.
 */
export async function pairWords(
  db: Db,
  { forMs = 5_000, rule = usualRule, atOnce = 1_000 } = {},
): Promise<Outcome> {
  const until = Date.now() + forMs
  for (;;) {
    if (Date.now() >= until) return 'more'
    if (!(await pairUnpaired(db))) break
  }
  await changeWords(db, rule)
  for (;;) {
    const coming = await readComing(db)
    if (coming.length === 0) return 'done'
    if (Date.now() >= until) return 'more'
    if (!(await goOn(db, coming, { until, atOnce }))) return 'waiting'
  }
}

const idsAtOnce = 500

/** Documents that were written without pairs get them. It is remembered for as long as a replica may not have them. */
async function pairUnpaired(db: Db) {
  await sql`delete from unpaired_zines where paired_at < ${sql.raw(settled)}`.execute(db)
  const { rows } = await sql<{ id: string; letters: number | null }>`
    select u.zine_id as id, length(document) as letters
    from unpaired_zines u left join zine_search s using (zine_id)
    where paired_at is null limit ${idsAtOnce}`.execute(db)
  for (const ids of batches(rows))
    await atLeisure(() =>
      db.transaction().execute(async (tx) => {
        await indexZines(tx, ids)
        await sql`update unpaired_zines set paired_at = now() where zine_id = any(${ids})`.execute(tx)
      }),
    )
  return rows.length > 0
}

/**
 * Words that are not nearly as frequent any more as they were when they came, or far more, leave: first nobody looks for
 * their pairs, then nobody writes them. While words are coming, and for a day after, others wait.
 */
async function changeWords(db: Db, rule: PairRule) {
  await db.transaction().execute(async (tx) => {
    await sql`lock table paired_words in share row exclusive mode`.execute(tx)
    await sql`delete from paired_words where left_at < ${sql.raw(settled)}`.execute(tx)
    const { rows } = await sql<{ zines: number }>`select count(*)::int as zines from zine_stats`.execute(tx)
    const [{ zines } = { zines: 0 }] = rows
    await sql`
      update paired_words p set left_at = now(), ready_at = null
      where ready_at is not null and not exists (
        select from search_words w where w.word = p.word
          and w.zines * 1000.0 between ${zines}::float8 * permille / 2 and ${zines}::float8 * permille * 2)`.execute(
      tx,
    )
    await addWords(tx, zines, rule)
  })
}

async function addWords(tx: Tx, zines: number, rule: PairRule) {
  const { rows: there } = await sql<{ next: number; count: number; isTime: boolean }>`
    select coalesce(max(number) + 1, 0) as next, count(*)::int as count, coalesce(bool_and(
      came_at < now() - make_interval(hours => ${rule.everyHours}) and (ready_at is not null or left_at is not null)
    ), true) as "isTime" from paired_words`.execute(tx)
  const [{ next, count, isTime } = { next: 0, count: 0, isTime: false }] = there
  if (!isTime) return
  const { rows } = await sql<{ word: string; zines: number }>`
    select word, zines from search_words
    where zines >= greatest(${rule.zines}::int, ${zines}::float8 * ${rule.permille}::int / 1000)
      and not exists (select from paired_words p where p.word = search_words.word)`.execute(tx)
  const words = frequentWords(rows, { counted: zines, zines }, { rule, most: rule.words - count, from: next })
  if (words.length > 0) await tx.executeQuery(CompiledQuery.raw(insertPaired('null'), columnsOfPaired(words)))
}

type Coming = PairedWord & { done_to: string | null }

const readComing = async (db: Db) =>
  (
    await sql<Coming>`
      select word, number, permille, done_to from paired_words where ready_at is null and left_at is null`.execute(
      db,
    )
  ).rows

/** The next step with words that came together; whether it could be done. */
async function goOn(db: Db, coming: Coming[], { until, atOnce }: { until: number; atOnce: number }) {
  const doneTo = coming[0]?.done_to ?? null
  if (doneTo === null) {
    if (!(await allKnow(db, until))) return false
    await note(db, coming, sql`done_to = '00000000-0000-0000-0000-000000000000'`)
    return true
  }
  const next = await pairNext(db, doneTo, atOnce)
  await note(db, coming, next === undefined ? sql`ready_at = now()` : sql`done_to = ${next}`)
  return true
}

/** Somebody else may be at the same, and further. */
const note = (db: Db, coming: Coming[], change: ReturnType<typeof sql>) =>
  sql`
    update paired_words set ${change}
    where word = any(${coming.map(({ word }) => word)}) and ready_at is null
      and done_to is not distinct from ${coming[0]?.done_to ?? null}::uuid`.execute(db)

/**
 * Waits until everybody has committed who was writing when the words were there already to be read: some may have asked
 * for them just before. Nobody waits for this.
 */
async function allKnow(db: Db, until: number) {
  const { rows: first } = await sql<{ end: string }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as end`.execute(db)
  for (;;) {
    const { rows } = await sql<{ over: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) >= ${first[0]?.end}::xid8 as over`.execute(db)
    if (rows[0]?.over) return true
    if (Date.now() >= until) return false
    await pause(20)
  }
}

/** The next documents get the pairs that they lack. Answers the last of them; undefined behind all. */
async function pairNext(db: Db, after: string, atOnce: number) {
  const { rows: paired } = await sql<PairedWord>`
    select word, number, permille from paired_words`.execute(db)
  const known = byWord(paired)
  const { rows } = await sql<{ id: string; letters: number }>`
    select zine_id as id, length(document) as letters from zine_search
    where zine_id > ${after} order by zine_id limit ${atOnce}`.execute(db)
  for (const ids of batches(rows)) await atLeisure(() => pairSome(db, ids, known))
  return rows.at(-1)?.id
}

/** A few, as this process answers nobody while it looks for their pairs. */
async function pairSome(db: Db, ids: string[], paired: Map<string, PairedWord>) {
  const { rows } = await sql<{ id: string; document: string }>`
    select zine_id as id, document from zine_search where zine_id = any(${ids})`.execute(db)
  const without = rows.filter(({ document }) => lacksPairs(document, paired)).map(({ id }) => id)
  if (without.length > 0) await db.transaction().execute((tx) => indexZines(tx, without))
}

function lacksPairs(document: string, paired: Map<string, PairedWord>) {
  const pairs = pairsIn(document, paired)
  if (pairs.size === 0) return false
  const there = new Set(document.split(' '))
  return [...pairs].some((pair) => !there.has(pair))
}

/** Then everybody else gets as much time as that took. */
async function atLeisure(work: () => Promise<void>) {
  const began = Date.now()
  await work()
  await pause(Date.now() - began)
}
