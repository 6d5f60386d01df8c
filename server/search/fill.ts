import type pg from 'pg'
import {
  type CreatorTexts,
  creatorDocument,
  creatorTexts,
  type ZineTexts,
  zineDocument,
  zineTexts,
} from './documents.ts'
import { columnsOfPaired, frequentWords, insertPaired } from './frequent-words.ts'
import { insertDocuments } from './indexing.ts'
import { creatorTables, type SearchTables, zineTables } from './lists.ts'
import { pairsAreWritten } from './pairs.queries.ts'
import { byWord, type PairedWord, withPairs } from './pairs.ts'
import { changeWords, columnsOf, WordChanges } from './word-changes.ts'

const atOnce = 5_000

/** Indexes what has no document yet, in a library nobody else writes to: several times faster than one by one. */
export async function fillSearch(client: pg.ClientBase) {
  const words = new WordChanges()
  await fill<CreatorTexts>(client, creatorTables, {
    texts: creatorTexts(next(creatorTables)),
    document: creatorDocument,
    words,
  })
  const paired = await listWordsToPair(client)
  await client.query('delete from unplaced_zines where zine_id not in (select zine_id from zine_search)')
  await fill<ZineTexts>(client, zineTables, {
    texts: zineTexts(next(zineTables)),
    document: (zine) => withPairs(zineDocument(zine), paired),
    words,
  })
  await client.query(changeWords, columnsOf(words.list()))
}

/** Those there are; in an empty library those that are frequent in its first zines, which are ready when all is there. */
async function listWordsToPair(client: pg.ClientBase) {
  await client.query(pairsAreWritten)
  const { rows: known } = await client.query<PairedWord>('select word, number, permille from paired_words')
  const { rows } = await client.query<{ zines: number; isEmpty: boolean }>(
    'select count(*)::int as zines, not exists (select from zine_search) as "isEmpty" from zine_stats',
  )
  const [{ zines, isEmpty } = { zines: 0, isEmpty: false }] = rows
  if (!isEmpty || known.length > 0) return byWord(known)
  const { rows: first } = await client.query<ZineTexts>(zineTexts(next(zineTables)), [beforeAll])
  const counts = new WordChanges()
  for (const zine of first) counts.count('zines', zineDocument(zine), 1)
  const words = frequentWords(counts.list(), { counted: first.length, zines })
  await client.query(insertPaired('now()'), columnsOfPaired(words))
  return byWord(words)
}

const beforeAll = '00000000-0000-0000-0000-000000000000'

/** The next ones that are shown and have no document, in the order of their ids. */
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
