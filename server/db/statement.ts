import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import * as limits from '#contract/limits.ts'
import { wasInterrupted } from './lost-connection.ts'

/** A frequent read: parsed and planned once per connection. Retried once if its connection broke. */
export function statement<Row extends pg.QueryResultRow, Values extends unknown[]>(name: string, text: string) {
  if (writePattern.test(text))
    throw new Error(`The statement ${name} changes something: declare it with writeStatement().`)
  return async (pool: pg.Pool, ...values: Values) => (await readWithRetry<Row>(pool, { name, text, values })).rows
}

export const readWithRetry = <Row extends pg.QueryResultRow>(pool: pg.Pool, query: pg.QueryConfig<unknown[]>) =>
  pool.query<Row>(query).catch(async (error) => {
    if (!wasInterrupted(error)) throw error
    await pause(retryDelayMs)
    return pool.query<Row>(query)
  })

/** The same for writes. After a broken connection their outcome is unknown, so the caller decides about a retry. */
export const writeStatement =
  <Row extends pg.QueryResultRow, Values extends unknown[]>(name: string, text: string) =>
  async (pool: pg.Pool, ...values: Values) => {
    const result = await pool.query<Row>({ name, text, values })
    return result.rows
  }

const writePattern =
  /\b(insert into|update \w+ (as )?(\w+ )?set|delete from|add_job|for (no key )?update|pg_(try_)?advisory)\b/i

/** In milliseconds: how long the other connections to the same server have to end too. */
const retryDelayMs = 100

/** Lists are cut to this many rows before joins: PostgreSQL would misestimate a limit given as a parameter. */
export const maxPageRows = limits.pageSizeMax + 1
