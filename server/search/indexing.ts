import { CompiledQuery, sql } from 'kysely'
import type { Tx } from '../db/connection.ts'
import {
  type CreatorTexts,
  creatorDocument,
  creatorTexts,
  wordsOf,
  type ZineTexts,
  zineDocument,
  zineTexts,
} from './documents.ts'

/**
 * The documents and the words in them are written in the transaction that changes what they are made of, so a search
 * never lags behind. **It must be the last thing in it that waits for anybody**: common words are rows that all who
 * publish write to, in the order of the words.
 */
export async function indexZines(tx: Tx, ids: string[]) {
  await lockSources(tx, zineTables, ids)
  const { rows } = await sql<ZineTexts>`${sql.raw(zineTexts())} where z.id = any(${ids})`.execute(tx)
  await writeDocuments(tx, zineTables, new Map(rows.map((zine) => [zine.id, zineDocument(zine)])))
}

export async function indexCreators(tx: Tx, ids: string[]) {
  await lockSources(tx, creatorTables, ids)
  const { rows } = await sql<CreatorTexts>`${sql.raw(creatorTexts())} where p.user_id = any(${ids})`.execute(
    tx,
  )
  await writeDocuments(
    tx,
    creatorTables,
    new Map(rows.map((creator) => [creator.id, creatorDocument(creator)])),
  )
}

/** Read afterwards, by a statement of its own, the names are those that everybody before has written. */
async function lockSources(tx: Tx, { source: { table, id } }: SearchTables, ids: string[]) {
  await sql`
    select from ${sql.table(table)} where ${sql.ref(id)} = any(${ids})
    order by ${sql.ref(id)} for no key update`.execute(tx)
}

export const forgetZines = (tx: Tx, ids: string[]) => removeDocuments(tx, zineTables, ids)
export const forgetCreator = (tx: Tx, id: string) => removeDocuments(tx, creatorTables, [id])

export type SearchTables = {
  documents: 'zine_search' | 'creator_search'
  key: 'zine_id' | 'creator_id'
  words: 'zine_words' | 'creator_words'
  /** What the documents are made of, and what of it they repeat. */
  source: { table: 'zines' | 'profiles'; id: 'id' | 'user_id'; repeated: '' | 'created_at,' }
}
export const zineTables: SearchTables = {
  documents: 'zine_search',
  key: 'zine_id',
  words: 'zine_words',
  source: { table: 'zines', id: 'id', repeated: 'created_at,' },
}
export const creatorTables: SearchTables = {
  documents: 'creator_search',
  key: 'creator_id',
  words: 'creator_words',
  source: { table: 'profiles', id: 'user_id', repeated: '' },
}

/** Writes documents: `$1` are the ids of what they are of, `$2` the documents. */
export const insertDocuments = ({ documents, key, source }: SearchTables) => `
  insert into ${documents} (${key}, ${source.repeated} document)
  select w.id, ${source.repeated} w.document
  from unnest($1::uuid[], $2::text[]) as w (id, document) join ${source.table} s on s.${source.id} = w.id`

/** Writes documents whose sources are locked, so that nobody else writes them meanwhile. */
async function writeDocuments(tx: Tx, tables: SearchTables, documents: Map<string, string>) {
  const before = await findDocuments(tx, tables, [...documents.keys()])
  const changed = [...documents].filter(([id, document]) => before.get(id) !== document)
  if (changed.length === 0) return
  const changes = new WordChanges()
  for (const [id, document] of changed) {
    changes.count(before.get(id), -1)
    changes.count(document, 1)
  }
  const text = `${insertDocuments(tables)} on conflict (${tables.key}) do update set document = excluded.document`
  const values = [changed.map(([id]) => id), changed.map(([, document]) => document)]
  await tx.executeQuery(CompiledQuery.raw(text, values))
  await changes.write(tx, tables)
}

async function findDocuments(tx: Tx, { documents, key }: SearchTables, ids: string[]) {
  const { rows } = await sql<{ id: string; document: string }>`
    select ${sql.ref(key)} as id, document from ${sql.table(documents)}
    where ${sql.ref(key)} = any(${ids})`.execute(tx)
  return new Map(rows.map(({ id, document }) => [id, document]))
}

async function removeDocuments(tx: Tx, tables: SearchTables, ids: string[]) {
  const { rows } = await sql<{ document: string }>`
    delete from ${sql.table(tables.documents)} where ${sql.ref(tables.key)} = any(${ids})
    returning document`.execute(tx)
  const changes = new WordChanges()
  for (const { document } of rows) changes.count(document, -1)
  await changes.write(tx, tables)
}

/** By how much the number of documents that have a word changes. */
class WordChanges {
  readonly #changes = new Map<string, number>()

  count(document: string | undefined, change: 1 | -1) {
    for (const word of wordsOf(document ?? ''))
      this.#changes.set(word, (this.#changes.get(word) ?? 0) + change)
  }

  /**
   * In the order of the words, so that no two can wait for each other, and some thousands at a time, as no statement may
   * take for ever. A word that no document has goes.
   */
  async write(tx: Tx, { words: table }: SearchTables) {
    const changes = [...this.#changes].filter(([, change]) => change !== 0).sort(byBytes)
    for (let done = 0; done < changes.length; done += wordsAtOnce) {
      const some = changes.slice(done, done + wordsAtOnce)
      await sql`
        insert into ${sql.table(table)} as known (word, documents)
        select * from unnest(${some.map(([word]) => word)}::text[], ${some.map(([, change]) => change)}::int[]) as w (word, change)
        order by w.word collate "C"
        on conflict (word) do update set documents = known.documents + excluded.documents`.execute(tx)
      const fewer = some.filter(([, change]) => change < 0).map(([word]) => word)
      await sql`delete from ${sql.table(table)} where word = any(${fewer}) and documents <= 0`.execute(tx)
    }
  }
}

const wordsAtOnce = 2_000

/** As PostgreSQL compares without a language. */
const byBytes = ([one]: [string, number], [other]: [string, number]) =>
  Buffer.compare(Buffer.from(one), Buffer.from(other))
