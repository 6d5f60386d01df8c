import { expect, test } from 'vitest'
import { createTestDatabase } from '#tests/support/test-database.ts'
import { clientLike, openPool } from './connection.ts'

test.each(['', '&target_session_attrs=read-write'])(
  'options in the database address (%s) do not replace the required ones',
  async (choice) => {
    const { pool: own, connection } = await createTestDatabase()
    const { host = '', port, user, database } = connection
    const query = `host=${encodeURIComponent(host)}&port=${port}&user=${user}${choice}`
    const theirs = `options=${encodeURIComponent('-c search_path=pg_catalog -c statement_timeout=0')}&application_name=zines`
    const pool = openPool({ connectionString: `postgres:///${database}?${query}&${theirs}` }, 1)
    const settings = ['search_path', 'statement_timeout', 'timezone', 'application_name']
    const ask = `select ${settings.map((name) => `current_setting('${name}') as ${name}`).join(', ')}`
    const wanted = {
      search_path: 'pg_catalog',
      statement_timeout: '15s',
      timezone: 'UTC',
      application_name: 'foldout',
    }
    expect((await pool.query(ask)).rows).toEqual([wanted])
    const client = clientLike(pool, { options: '-c statement_timeout=0' })
    await client.connect()
    expect((await client.query(ask)).rows).toEqual([{ ...wanted, statement_timeout: '0' }])
    await client.end()
    await Promise.all([pool.end(), own.end()])
  },
)
