import type pg from 'pg'
import { read } from '#server/db/statement.ts'
import type { SearchList } from './lists.ts'

/** How many are on somebody's list; of more than this it does not matter how many. */
const mostOwn = 20_000

export async function countOwn(pool: pg.Pool, { name, table, owner: column }: SearchList, owner: string) {
  const { rows } = await read<{ count: number }>(pool, {
    name: `count-${name}`,
    text: `select count(*)::int from (select from ${table} where ${column} = $1 limit ${mostOwn}) own`,
    values: [owner],
  })
  return rows[0]?.count ?? 0
}

/** About how many documents there are. */
export async function countDocuments(pool: pg.Pool, { documents }: SearchList) {
  const { rows } = await read<{ count: number }>(pool, {
    name: `count-${documents}`,
    text: `select greatest(reltuples, 1000)::float8 as count from pg_class where oid = '${documents}'::regclass`,
  })
  return rows[0]?.count ?? 0
}
