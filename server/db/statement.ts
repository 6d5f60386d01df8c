import type pg from 'pg'

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
