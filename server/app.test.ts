import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { pageSource } from '#tests/support/page-source.ts'
import { openTestApp } from '#tests/support/test-app.ts'
import { buildApp } from './app.ts'
import { openPool } from './db/connection.ts'
import { isEarlierName } from './earlier-jobs.ts'

const site = await openTestApp({ settings: { WORKERS: '2' } })

test('an application whose pages cannot be loaded holds no connection, so the database can be stopped', async () => {
  const pool = openPool(site.connection, 5)
  const pages = {
    ...pageSource,
    get inlineScript(): string {
      throw new Error('The pages could not be read')
    },
  }
  await expect(buildApp({ config: site.config, pool, pages })).rejects.toThrow('could not be read')
  await pool.end()
})

test('the document about the architecture lists every background job', async () => {
  const architecture = await readFile('docs/architecture.md', 'utf8')
  const jobs = Object.keys(site.taskList).filter((name) => !isEarlierName(name))
  expect(jobs.filter((name) => !architecture.includes(`\`${name}\``))).toEqual([])
})
