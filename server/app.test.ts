import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { buildApp } from './app.ts'
import { openPool } from './db/connection.ts'

let site: TestApp
beforeAll(async () => {
  site = await startTestApp({ settings: { WORKERS: '2' } })
})
afterAll(() => site.close())

test('an application whose pages could not be built holds no connection, so the database can be stopped', async () => {
  const pool = openPool(site.connection, 5)
  const built = Promise.reject(new Error('The pages could not be built'))
  built.catch(() => undefined)
  await expect(buildApp({ config: site.config, pool, built })).rejects.toThrow('could not be built')
  await pool.end()
})
