import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connection.ts'
import { addWords, removeGone } from './word-changes.ts'

/** How many publications are folded at once; a statement may not take for ever. */
const atOnce = 500

/**
 * Adds what was put down of frequent words to their numbers. One transaction, so that it happens wholly or not at all, and
 * one process at a time: others leave it to that one. In the order of the words, as everybody writes them. A word whose
 * zines have all gone meanwhile goes.
 */
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

/** SQL for how many zines a word has more than `search_words` says, for whoever compares it with the documents. */
export const zinesToAdd = (word: string) =>
  `(select count(*)::int from search_word_additions where words @> array[${word}] collate "C")`

type Deps = { db: Db; log: { warn(details: object, message: string): void } }

/** How long publications are collected, in milliseconds. */
const everyMs = 1_000

/** Folds soon after this process published something, and once for all that is published until then. */
export function openFolding({ db, log }: Deps) {
  let timer: NodeJS.Timeout | undefined
  let folding = Promise.resolve()
  const fold = () =>
    foldAdditions(db).catch((err) => log.warn({ err }, 'words could not be folded; it is tried again'))
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
