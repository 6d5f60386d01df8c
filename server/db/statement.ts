import type pg from 'pg'
import * as limits from '#contract/limits.ts'

/**
 * A hot read: SQL that is parsed and planned once per connection, and run with its values afterwards.
 * Kysely builds the text of everything else; for these, building it again on each request would cost more
 * than the query.
 */
export const statement =
  <Row extends pg.QueryResultRow, Values extends unknown[]>(name: string, text: string) =>
  async (pool: pg.Pool, ...values: Values) => {
    const result = await pool.query<Row>({ name, text, values })
    return result.rows
  }

/**
 * A list cuts its table to this many rows in a subquery, and only then joins what is shown with them. Of a limit
 * that is a parameter, PostgreSQL expects a tenth of the table; so it would either join far too much, or plan each
 * request anew, which takes longer than the query itself.
 */
export const longestPage = limits.pageSizeMax + 1
