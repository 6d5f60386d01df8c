import type pg from 'pg'
import type { Finding } from './targets.ts'

const mostOfTable = 0.6
const mb = 1024 * 1024

/** How much room what a search leans on takes: indexes and vocabulary, against the documents they serve. */
export async function measureSearchSizes(pool: pg.Pool): Promise<Finding[]> {
  const zines = await sizesOf(pool, 'zine')
  const creators = await sizesOf(pool, 'creator')
  const vocabulary = await bytes(pool, `pg_total_relation_size('search_words')`)
  const indexes = zines.index + creators.index + vocabulary
  return [
    ...findings('zine', zines),
    ...findings('creator', creators),
    size('vocabulary-size', 'the vocabulary of both and its indexes', vocabulary),
    share('zine-search-share', 'zines: index and vocabulary over documents', {
      indexes: zines.index + vocabulary,
      documents: zines.documents,
    }),
    share('search-share', 'everything: indexes and vocabulary over documents', {
      indexes,
      documents: zines.documents + creators.documents,
    }),
  ]
}

type Sizes = Record<'documents' | 'index' | 'orders', number>

async function sizesOf(pool: pg.Pool, noun: 'zine' | 'creator'): Promise<Sizes> {
  const documents = await bytes(pool, `pg_table_size('${noun}_search')`)
  const index = await bytes(pool, `pg_relation_size('${noun}_search_words')`)
  const orders = (await bytes(pool, `pg_indexes_size('${noun}_search')`)) - index
  return { documents, index, orders }
}

async function bytes(pool: pg.Pool, expression: string) {
  const { rows } = await pool.query<{ bytes: number }>(`select ${expression}::float8 as bytes`)
  return rows[0]?.bytes ?? 0
}

const findings = (noun: 'zine' | 'creator', { documents, index, orders }: Sizes) => [
  size(`${noun}-documents-size`, `${noun}s: documents`, documents),
  size(`${noun}-index-size`, `${noun}s: the index of their words`, index),
  size(`${noun}-orders-size`, `${noun}s: their key and order`, orders),
]

const size = (name: string, title: string, value: number): Finding => ({
  name,
  title,
  value: value / mb,
  unit: 'MB',
})

const share = (
  name: string,
  title: string,
  { indexes, documents }: { indexes: number; documents: number },
): Finding => ({ name, title, value: indexes / documents, unit: '', most: mostOfTable })
