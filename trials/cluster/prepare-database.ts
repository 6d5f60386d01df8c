import pg from 'pg'
import type { Database } from './cluster.ts'
import type { Ground } from './ground.ts'
import { settle } from './settle.ts'

/** The role and the database of the sites, as an operator makes them; one statement at a time, which making a database needs. */
export async function prepareDatabase(primary: Database, { passwords }: Ground) {
  const statements = settle('prepare.sql', { 'replace-site-password': passwords.site }).split(';\n')
  const client = new pg.Client(primary.url.replace(/foldout$/, 'postgres'))
  await client.connect()
  for (const statement of statements.filter((each) => each.trim() !== '')) await client.query(statement)
  await client.end()
}
