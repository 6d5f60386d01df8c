import type pg from 'pg'
import type { Finding } from './targets.ts'

const mostOfTable = 0.6
const mb = 1024 * 1024

/** How much room what a search leans on takes: its index and its vocabulary, against the documents they serve. */
export async function measureSearchSizes(pool: pg.Pool): Promise<Finding[]> {
  const findings = []
  for (const noun of ['zine', 'creator'] as const) findings.push(...(await sizesOf(pool, noun)))
  return findings
}

async function sizesOf(pool: pg.Pool, noun: 'zine' | 'creator'): Promise<Finding[]> {
  const { rows } = await pool.query<Record<'documents' | 'index' | 'orders' | 'vocabulary', number>>(
    `select pg_table_size($1::regclass)::float8 as documents, pg_relation_size($3::regclass)::float8 as index,
            (pg_indexes_size($1::regclass) - pg_relation_size($3::regclass))::float8 as orders,
            coalesce(pg_total_relation_size(to_regclass($2)), 0)::float8 as vocabulary`,
    [`${noun}_search`, `${noun}_words`, `${noun}_search_words`],
  )
  const { documents = 0, index = 0, orders = 0, vocabulary = 0 } = rows[0] ?? {}
  const size = (part: string, title: string, bytes: number) => ({
    name: `${noun}-${part}-size`,
    title: `${noun}s: ${title}`,
    value: bytes / mb,
    unit: 'MB',
  })
  return [
    size('documents', 'documents', documents),
    size('index', 'the index of their words', index),
    size('orders', 'their key and order', orders),
    size('vocabulary', 'vocabulary and its indexes', vocabulary),
    {
      name: `${noun}-search-share`,
      title: `${noun}s: index and vocabulary over documents`,
      value: (index + vocabulary) / documents,
      unit: '',
      most: mostOfTable,
    },
  ]
}
