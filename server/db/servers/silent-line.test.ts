import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { openDoor } from '#tests/support/door.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'
import { openPool } from '../connection.ts'

test('a line to the one address that went silent is given up, and another opened once it speaks', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { pool: outside, connection } = await createTestDatabase()
  const door = await openDoor({ to: `${connection.host}/.s.PGSQL.${connection.port}` })
  const address = `postgres://${connection.user}@127.0.0.1:${door.ports[0]}/${connection.database}`
  const times = { every: 50, silence: 300, answer: 300 }
  const pool = openPool({ connectionString: `${address}?target_session_attrs=read-write` }, 2, { times })
  const waiting = pool.query('select pg_sleep(60)')
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(1)
  const other = await pool.query('select 1 as one')
  expect(other.rows).toEqual([{ one: 1 }])
  door.silent()
  const silent = performance.now()
  await expect(waiting).rejects.toThrow('Connection terminated unexpectedly')
  expect(performance.now() - silent).toBeLessThan(5_000)
  await door.open()
  await vi.waitFor(() => pool.query('select 1'), { timeout: 30_000 })
  await pool.end()
  door.refuse()
  await outside.end()
})

test('a server that is lost whenever it is found is not asked without a pause, and told of once', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  said.mockClear()
  const { pool: outside, connection } = await createTestDatabase()
  let lines = 0
  const fickle = createServer((inside) => {
    lines += 1
    const at = connect(`${connection.host}/.s.PGSQL.${connection.port}`)
    for (const socket of [inside, at]) socket.on('error', () => undefined)
    let asked = 0
    // Whether it takes writes, its timeline, and whether it still does.
    inside.on('data', (bytes) => {
      asked += Number(bytes[0] === 'Q'.charCodeAt(0))
      if (asked < 3) at.write(bytes)
      else for (const socket of [inside, at]) socket.destroy()
    })
    at.pipe(inside)
  })
  await new Promise<void>((resolve) => fickle.listen(0, '127.0.0.1', resolve))
  const { port } = fickle.address() as AddressInfo
  const address = `postgres://${connection.user}@127.0.0.1:${port}/${connection.database}?target_session_attrs=read-write`
  const pool = openPool({ connectionString: address }, 1, { times: { others: 0, again: 100 } })
  await pool.query('select 1').catch(() => undefined)
  await pause(600)
  await pool.end()
  fickle.close()
  await outside.end()
  expect(lines).toBeGreaterThan(2)
  expect(lines).toBeLessThan(12)
  expect(said.mock.calls.map(([line]) => line)).toEqual([
    'The server of the database is gone; the one that takes writes is looked for.',
    'The database takes writes again.',
  ])
})
