import type pg from 'pg'
import {
  type CreatorTexts,
  creatorDocument,
  creatorTexts,
  type ZineTexts,
  zineDocument,
  zineTexts,
} from '#server/search/documents.ts'
import { insertDocuments } from '#server/search/indexing.ts'
import { beforeAll, creatorTables, type SearchTables, zineTables } from '#server/search/lists.ts'
import { changeWords, columnsOf, WordChanges } from '#server/search/word-counts.ts'

const atOnce = 5_000

/** Indexes everything without a document in bulk, which is several times faster. Requires that no other process writes. */
export async function fillSearch(client: pg.ClientBase) {
  const words = new WordChanges()
  await fill<CreatorTexts>(client, creatorTables, {
    texts: creatorTexts(next(creatorTables)),
    document: creatorDocument,
    words,
  })
  await fill<ZineTexts>(client, zineTables, {
    texts: zineTexts(next(zineTables)),
    document: zineDocument,
    words,
  })
  await client.query(changeWords, columnsOf(words.list()))
}

/** The next visible rows without a document, ordered by id. */
const next = ({ documents, counters, key, source: { table, id } }: SearchTables) => `(
  select t.* from ${table} t join ${counters} on ${key} = t.${id}
  where t.${id} > $1 and not exists (select from ${documents} where ${key} = t.${id} offset 0)
  order by t.${id} limit ${atOnce})`

type Source<Texts> = { texts: string; document: (texts: Texts) => string; words: WordChanges }

async function fill<Texts extends { id: string }>(
  client: pg.ClientBase,
  tables: SearchTables,
  { texts, document, words }: Source<Texts>,
) {
  for (let last: string | undefined = beforeAll; last; ) {
    const { rows }: pg.QueryResult<Texts> = await client.query<Texts>(texts, [last])
    const made = rows.map((row) => document(row))
    for (const text of made) words.count(tables.counted, text, 1)
    await client.query(insertDocuments(tables), [rows.map(({ id }) => id), made])
    last = rows
      .map(({ id }) => id)
      .sort()
      .at(-1)
  }
}
