import { test } from 'vitest'
import { openDoor } from '#tests/support/door.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'
import { openPool } from './connection.ts'
import { keepListening } from './listening.ts'

test('a line that falls silent before it listens is left, and its end is not waited for', async () => {
  const { pool: outside, connection } = await createTestDatabase()
  const door = await openDoor({ to: `${connection.host}/.s.PGSQL.${connection.port}` })
  const pool = openPool({ ...connection, host: '127.0.0.1', port: door.ports[0] }, 1, {
    connectTimeout: 10_000,
  })
  const stopping = new AbortController()
  const begun = Promise.withResolvers<void>()
  const left = new Promise((resolve) => pool.once('release', resolve))
  pool.once('connect', () => door.silent())
  const listening = keepListening({
    ...{ pool, channel: 'news', signal: stopping.signal },
    times: { reopenFirst: 20, reopenMost: 20, askEvery: 30, answerWithin: 300 },
    hear: () => undefined,
    onBegun: begun.resolve,
    log: { debug: () => undefined },
  })
  await left
  await door.open()
  await begun.promise
  stopping.abort()
  await listening
  await pool.end()
  door.refuse()
  await outside.end()
})
