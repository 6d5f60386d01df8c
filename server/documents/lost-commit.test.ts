import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listening, startTestApp } from '#tests/support/test-app.ts'
import { createDatabaseBehindProxy, databaseUrlOf } from '#tests/support/test-database.ts'
import { layoutTable } from './documents.testing.ts'
import { numberedPages } from './pdf.testing.ts'

test('a committed PDF is stored even if the confirmation was lost', async () => {
  const { directPool, proxy, proxiedConnection } = await createDatabaseBehindProxy()
  const site = await startTestApp({ databaseUrl: databaseUrlOf(proxiedConnection) })
  const table = layoutTable(site, await listening(site))
  const ana = await site.signUp()
  const [draft, uploaded] = [await table.beginDraft(ana), await table.upload(ana, numberedPages(1))]
  await directPool.query(`
    create function wait_for_test() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(4711); return null; end $$;
    create constraint trigger waits after insert on documents deferrable initially deferred
      for each row execute function wait_for_test()`)
  const holder = await directPool.connect()
  await holder.query('select pg_advisory_lock(4711)')
  const adding = table.add(ana, draft, uploaded)
  const committing = `select 1 from pg_stat_activity
    where datname = current_database() and query ilike 'commit%' and wait_event_type = 'Lock'`
  await expect.poll(async () => (await directPool.query(committing)).rowCount).toBe(1)
  proxy.refuse()
  expect((await adding).status).toBe(503)
  await holder.query('select pg_advisory_unlock(4711)')
  holder.release()
  await expect.poll(async () => (await directPool.query('select 1 from documents')).rowCount).toBe(1)
  expect(await readdir(join(site.dataDir, 'documents'))).toHaveLength(1)
  await proxy.accept()
  await expect.poll(async () => (await table.add(ana, draft, uploaded)).status).toBe(202)
  await site.close()
  proxy.refuse()
  await directPool.end()
})
