import { CompiledQuery, sql } from 'kysely'
import type { Db, Tx } from '#server/db/connection.ts'
import { termsOf } from './search-documents.ts'
import type { Counted } from './search-tables.ts'

const upsertTerms = (rows: string) => `
  insert into terms as known (term, zines, creators)
  ${rows}
  on conflict (term) do update
  set zines = known.zines + excluded.zines, creators = known.creators + excluded.creators`

/** `$1`: the terms, `$2`: changes of their zine counts, `$3`: changes of their creator counts. */
const changesSql =
  'select term, zines, creators from unnest($1::text[], $2::int[], $3::int[]) as w (term, zines, creators)'
export const changeTerms = upsertTerms(changesSql)

/** A term in this many zines is frequent: its row will still exist when a publication commits. */
export const minFrequentCount = 500
/** In bytes. If no process compacts for hours, frequent terms are updated directly and publications wait for each other. */
export const maxDeltaBytes = 64 * 1024 * 1024

/** In term order. Increments of frequent terms go to a side table in the same transaction, which waits for no lock. */
const changeOrDefer = `
  with w as (${changesSql}),
  deferred as (
    insert into term_count_deltas (terms)
    select array_agg(w.term) from w join terms known on known.term = w.term
    where w.zines = 1 and w.creators = 0 and known.zines >= ${minFrequentCount}
      and (select pg_total_relation_size('term_count_deltas') < ${maxDeltaBytes})
    having count(*) > 0
    returning terms
  )
  ${upsertTerms(`
    select term, zines, creators from w where term not in (select unnest(terms) from deferred)
    order by term collate "C"`)}`

type TermCountChange = { term: string } & Record<Counted, number>

export class TermCountChanges {
  readonly #changes = new Map<string, TermCountChange>()

  count(counted: Counted, document: string | undefined, by: 1 | -1) {
    for (const term of termsOf(document ?? '')) {
      const change = this.#changes.get(term) ?? { term, zines: 0, creators: 0 }
      change[counted] += by
      this.#changes.set(term, change)
    }
  }

  list() {
    return [...this.#changes.values()].filter(({ zines, creators }) => zines !== 0 || creators !== 0)
  }

  /** In byte order, so that transactions cannot deadlock, in batches of `termBatchSize`. */
  async write(tx: Tx) {
    const changes = this.list().sort(byBytes)
    for (let done = 0; done < changes.length; done += termBatchSize) {
      const batch = changes.slice(done, done + termBatchSize)
      await tx.executeQuery(CompiledQuery.raw(changeOrDefer, columnsOf(batch)))
      const decremented = batch.filter(({ zines, creators }) => zines < 0 || creators < 0).map(({ term }) => term)
      if (decremented.length > 0) await removeUnusedTerms(tx, decremented)
    }
  }
}

/** Deletes locked terms without documents, except those with pending increments. */
export const removeUnusedTerms = (tx: Tx, terms: string[]) =>
  sql`
    delete from terms where term = any(array(
      select term from terms where term = any(${terms}) and zines <= 0 and creators <= 0
      except select unnest(terms) from term_count_deltas))`.execute(tx)

const termBatchSize = 2_000

export const columnsOf = (changes: TermCountChange[]) =>
  (['term', 'zines', 'creators'] as const).map((column) => changes.map((change) => change[column]))

/** The order of PostgreSQL's collation `C`. */
const byBytes = (a: TermCountChange, b: TermCountChange) => Buffer.compare(Buffer.from(a.term), Buffer.from(b.term))

const deltaBatchSize = 500

/** Adds the side table's counts in term order, one process at a time. Deletes unused terms. */
export async function compactTermCounts(db: Db) {
  for (let compacted = deltaBatchSize; compacted === deltaBatchSize; )
    compacted = await db.transaction().execute(compactBatch)
}

async function compactBatch(tx: Tx) {
  const { rows } = await sql<{ compacted: number; unused: string[] }>`
    with compacted as (
      delete from term_count_deltas where id in (
        select id from term_count_deltas
        where (select pg_try_advisory_xact_lock(hashtextextended('compact term counts', 7))) limit ${deltaBatchSize}
      )
      returning terms
    ),
    added as (
      ${sql.raw(
        upsertTerms(`
          select term, count(*), 0 from compacted, unnest(terms) term
          group by term order by term collate "C"`),
      )}
      returning term, zines, creators
    )
    select (select count(*)::int from compacted) as compacted,
      array(select term from added where zines <= 0 and creators <= 0) as unused`.execute(tx)
  const [{ compacted, unused } = { compacted: 0, unused: [] }] = rows
  if (unused.length > 0) await removeUnusedTerms(tx, unused)
  return compacted
}

export const pendingZineCount = (term: string) =>
  `(select count(*)::int from term_count_deltas where terms @> array[${term}] collate "C")`

type Deps = { db: Db; log: { warn(details: object, message: string): void } }

const intervalMs = 1_000

/** Compacts soon after this process publishes, once for all publications until then. */
export function openTermCountCompaction({ db, log }: Deps) {
  let timer: NodeJS.Timeout | undefined
  let compaction = Promise.resolve()
  const compact = () =>
    compactTermCounts(db).catch((err) => log.warn({ err }, 'could not compact the term counts; retrying'))
  return {
    schedule() {
      timer ??= setTimeout(() => {
        timer = undefined
        compaction = compaction.then(compact)
      }, intervalMs).unref()
    },
    async stop() {
      clearTimeout(timer)
      await compaction
    },
  }
}
