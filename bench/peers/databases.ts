import pg from 'pg'
import { connectionTo, type EmbeddedConnection } from '#server/db/embedded/database.ts'
import { siteRole, superuser } from '#server/db/embedded/site-role.ts'

/** An empty database beside the library's, in the same PostgreSQL, and nothing of an earlier one. */
export async function emptyDatabase(library: EmbeddedConnection, name: string): Promise<EmbeddedConnection> {
  const own = { ...library, database: name }
  await withClient({ ...connectionTo(library.host, superuser), database: 'postgres' }, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name} owner ${siteRole}`)
  })
  return own
}

export async function withClient<Result>(
  connection: EmbeddedConnection,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
