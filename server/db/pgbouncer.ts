import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** Where a connection ended up. */
export type Surroundings = {
  /** Something stands in front that lends connections, such as pgbouncer. */
  isPooled: boolean
  settings: Record<string, string>
}

const look = `
  select pg_backend_pid() as pid,
    (select json_object_agg(name, current_setting(name)) from unnest($1::text[]) name) as settings`

/** PostgreSQL tells each connection which process serves it; what stands in front has to make a number up. */
export async function lookAround(client: pg.ClientBase, names: string[]): Promise<Surroundings> {
  const { rows } = await client.query(look, [names])
  const { processID } = client as unknown as { processID: number }
  return { isPooled: rows[0].pid !== processID, settings: rows[0].settings }
}

/**
 * Whether names of statements are kept apart: pgbouncer does since 1.21, with `max_prepared_statements`, and then they
 * have names of its own on the server.
 */
export async function keepsNames(client: pg.ClientBase) {
  const name = `foldout ${randomUUID()}`
  const text = `select name from pg_prepared_statements where statement like '%${name}%'`
  await client.query('begin')
  try {
    const { rows } = await client.query<{ name: string }>({ name, text })
    if (rows[0]?.name === name) await client.query(`deallocate "${name}"`)
    return rows.length > 0 && rows[0]?.name !== name
  } finally {
    await client.query('rollback')
  }
}

/** Prepares every statement anew: under a name, a pgbouncer would look for it on whatever connection is free. */
export class UnnamedClient extends pg.Client {
  constructor(options: string | pg.ClientConfig) {
    super(options)
    const query = this.query.bind(this) as (...given: unknown[]) => unknown
    this.query = ((first: unknown, ...more: unknown[]) =>
      query(withoutName(first), ...more)) as typeof this.query
  }
}

/** What is sent by itself, such as a copy, has no name to lose. */
const withoutName = (given: unknown) =>
  typeof given === 'object' && given !== null && !('submit' in given) ? { ...given, name: undefined } : given
