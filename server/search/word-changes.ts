import { CompiledQuery, sql } from 'kysely'
import type { Tx } from '#server/db/connection.ts'
import { wordsOf } from './documents.ts'
import type { Counted } from './vocabulary.queries.ts'

/**
 * Adds to the numbers of zines and creators that have a word: `$1` are the words, `$2` by how much zines change, `$3`
 * creators.
 */
export const changeWords = (order = '') => `
  insert into search_words as known (word, zines, creators)
  select * from unnest($1::text[], $2::int[], $3::int[]) as w (word, zines, creators) ${order}
  on conflict (word) do update
  set zines = known.zines + excluded.zines, creators = known.creators + excluded.creators`

type WordChange = { word: string } & Record<Counted, number>

/** By how much the numbers of zines and of creators that have a word change. */
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

  /**
   * In the order of the words, so that no two can wait for each other, and some thousands at a time, as no statement may
   * take for ever. A word that no document has goes.
   */
  async write(tx: Tx) {
    const changes = this.list().sort(byBytes)
    for (let done = 0; done < changes.length; done += wordsAtOnce) {
      const some = changes.slice(done, done + wordsAtOnce)
      await tx.executeQuery(CompiledQuery.raw(changeWords('order by w.word collate "C"'), columnsOf(some)))
      const fewer = some.filter(({ zines, creators }) => zines < 0 || creators < 0).map(({ word }) => word)
      if (fewer.length === 0) continue
      await sql`delete from search_words where word = any(${fewer}) and zines <= 0 and creators <= 0`.execute(
        tx,
      )
    }
  }
}

const wordsAtOnce = 2_000

/** The values of `changeWords`. */
export const columnsOf = (changes: WordChange[]) =>
  (['word', 'zines', 'creators'] as const).map((column) => changes.map((change) => change[column]))

/** As PostgreSQL compares without a language. */
const byBytes = (one: WordChange, other: WordChange) =>
  Buffer.compare(Buffer.from(one.word), Buffer.from(other.word))
