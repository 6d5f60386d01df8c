import { CompiledQuery, sql } from 'kysely'
import type { Db, Tx } from '#server/db/connection.ts'
import { wordsOf } from './documents.ts'
import type { Counted } from './vocabulary.queries.ts'

const addWords = (rows: string) => `
  insert into search_words as known (word, zines, creators)
  ${rows}
  on conflict (word) do update
  set zines = known.zines + excluded.zines, creators = known.creators + excluded.creators`

/** `$1`: the terms, `$2`: changes of their zine counts, `$3`: changes of their creator counts. */
const given =
  'select word, zines, creators from unnest($1::text[], $2::int[], $3::int[]) as w (word, zines, creators)'
export const changeWords = addWords(given)

/** A term in this many zines is frequent: its row will still exist when a publication commits. */
export const frequentFrom = 500
/** In bytes. If no process compacts for hours, frequent terms are updated directly and publications wait for each other. */
export const mostAdditions = 64 * 1024 * 1024

/** In term order. Increments of frequent terms go to a side table in the same transaction, which waits for no lock. */
const changeOrPutDown = `
  with w as (${given}),
  put_down as (
    insert into search_word_additions (words)
    select array_agg(w.word) from w join search_words known on known.word = w.word
    where w.zines = 1 and w.creators = 0 and known.zines >= ${frequentFrom}
      and (select pg_total_relation_size('search_word_additions') < ${mostAdditions})
    having count(*) > 0
    returning words
  )
  ${addWords(`
    select word, zines, creators from w where word not in (select unnest(words) from put_down)
    order by word collate "C"`)}`

type WordChange = { word: string } & Record<Counted, number>

export class WordChanges {
  readonly #changes = new Map<string, WordChange>()

  count(counted: Counted, document: string | undefined, by: 1 | -1) {
    for (const word of wordsOf(document ?? '')) {
      const change = this.#changes.get(word) ?? { word, zines: 0, creators: 0 }
      change[counted] += by
      this.#changes.set(word, change)
    }
  }

  list() {
    return [...this.#changes.values()].filter(({ zines, creators }) => zines !== 0 || creators !== 0)
  }

  /** In byte order, so that transactions cannot deadlock, in batches of `wordsAtOnce`. */
  async write(tx: Tx) {
    const changes = this.list().sort(byBytes)
    for (let done = 0; done < changes.length; done += wordsAtOnce) {
      const some = changes.slice(done, done + wordsAtOnce)
      await tx.executeQuery(CompiledQuery.raw(changeOrPutDown, columnsOf(some)))
      const fewer = some.filter(({ zines, creators }) => zines < 0 || creators < 0).map(({ word }) => word)
      if (fewer.length > 0) await removeGone(tx, fewer)
    }
  }
}

/** Deletes locked terms without documents, except those with pending increments. */
export const removeGone = (tx: Tx, words: string[]) =>
  sql`
    delete from search_words where word = any(array(
      select word from search_words where word = any(${words}) and zines <= 0 and creators <= 0
      except select unnest(words) from search_word_additions))`.execute(tx)

const wordsAtOnce = 2_000

export const columnsOf = (changes: WordChange[]) =>
  (['word', 'zines', 'creators'] as const).map((column) => changes.map((change) => change[column]))

/** The order of PostgreSQL's collation `C`. */
const byBytes = (one: WordChange, other: WordChange) =>
  Buffer.compare(Buffer.from(one.word), Buffer.from(other.word))

const atOnce = 500

/** Adds the side table's counts in term order, one process at a time. Deletes unused terms. */
export async function foldAdditions(db: Db) {
  for (let taken = atOnce; taken === atOnce; ) taken = await db.transaction().execute(foldSome)
}

async function foldSome(tx: Tx) {
  const { rows } = await sql<{ taken: number; gone: string[] }>`
    with taken as (
      delete from search_word_additions where id in (
        select id from search_word_additions
        where (select pg_try_advisory_xact_lock(hashtextextended('fold words', 7))) limit ${atOnce}
      )
      returning words
    ),
    added as (
      ${sql.raw(
        addWords(`
          select word, count(*), 0 from taken, unnest(words) word
          group by word order by word collate "C"`),
      )}
      returning word, zines, creators
    )
    select (select count(*)::int from taken) as taken,
      array(select word from added where zines <= 0 and creators <= 0) as gone`.execute(tx)
  const [{ taken, gone } = { taken: 0, gone: [] }] = rows
  if (gone.length > 0) await removeGone(tx, gone)
  return taken
}

export const zinesToAdd = (word: string) =>
  `(select count(*)::int from search_word_additions where words @> array[${word}] collate "C")`

type Deps = { db: Db; log: { warn(details: object, message: string): void } }

const everyMs = 1_000

/** Compacts soon after this process publishes, once for all publications until then. */
export function openFolding({ db, log }: Deps) {
  let timer: NodeJS.Timeout | undefined
  let folding = Promise.resolve()
  const fold = () =>
    foldAdditions(db).catch((err) => log.warn({ err }, 'could not compact the term counts; retrying'))
  return {
    soon() {
      timer ??= setTimeout(() => {
        timer = undefined
        folding = folding.then(fold)
      }, everyMs).unref()
    },
    async stop() {
      clearTimeout(timer)
      await folding
    },
  }
}
