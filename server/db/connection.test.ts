import { expect, test } from 'vitest'
import { createTestDatabase } from '#tests/support/test-database.ts'
import { createClientLike, openPool } from './connection.ts'

test.each(['', '&target_session_attrs=read-write'])(
  'options in the database address (%s) do not replace the required ones',
  async (addressParameter) => {
    const { pool: testPool, connection } = await createTestDatabase()
    const { host = '', port, user, database } = connection
    const query = `host=${encodeURIComponent(host)}&port=${port}&user=${user}${addressParameter}`
    const addressOptions = `options=${encodeURIComponent('-c search_path=pg_catalog -c statement_timeout=0')}&application_name=zines`
    const pool = openPool({ connectionString: `postgres:///${database}?${query}&${addressOptions}` }, 1)
    const settings = ['search_path', 'statement_timeout', 'timezone', 'application_name']
    const settingsQuery = `select ${settings.map((name) => `current_setting('${name}') as ${name}`).join(', ')}`
    const expected = {
      search_path: 'pg_catalog',
      statement_timeout: '15s',
      timezone: 'UTC',
      application_name: 'foldout',
    }
    expect((await pool.query(settingsQuery)).rows).toEqual([expected])
    const client = createClientLike(pool, { options: '-c statement_timeout=0' })
    await client.connect()
    expect((await client.query(settingsQuery)).rows).toEqual([{ ...expected, statement_timeout: '0' }])
    await client.end()
    await Promise.all([pool.end(), testPool.end()])
  },
)
