import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { runCommand } from '#server/admin/run-command.ts'
import { buildApp } from '#server/app.ts'
import { openDb, openPool } from '#server/db/connection.ts'
import { fixture } from '#tests/fixtures/fixture.ts'
import { publishOnePage, uploadPicture } from '#tests/support/library.ts'
import { pageSource } from '#tests/support/page-source.ts'
import { openTestApp } from '#tests/support/test-app.ts'

/** Two processes of one site, as the database sees them. */
const site = await openTestApp({ pages: pageSource, settings: { WORKERS: '2' } })
const otherProcess = await openOtherProcess()
const ana = await site.signUp()
afterAll(() => otherProcess.close())

async function openOtherProcess() {
  const pool = openPool(site.connection, 5)
  const { app, changes } = await buildApp({ config: site.config, pool, pages: pageSource })
  await app.ready()
  const onChange = vi.fn()
  changes.subscribe(onChange)
  return {
    pool,
    onChange,
    read: async (path: string) => (await app.inject({ url: path })).body,
    status: async (path: string) => (await app.inject({ url: path })).statusCode,
    close: () => app.close().then(() => pool.end()),
  }
}

const listeners = `select pid from pg_stat_activity where query like 'listen foldout%' and datname = current_database()`
const listening = async () => (await site.pool.query(listeners)).rowCount
const inTime = { timeout: 30_000, interval: 2 }

const isNotified = () => vi.waitFor(() => expect(otherProcess.onChange).toHaveBeenCalled(), inTime)

/** Waits until the notices of earlier changes have arrived: none did for half a second. */
async function drainNotices() {
  do {
    otherProcess.onChange.mockClear()
    await new Promise((done) => setTimeout(done, 500))
  } while (otherProcess.onChange.mock.calls.length > 0)
}

beforeEach(drainNotices)
beforeEach(() => vi.waitFor(async () => expect(await listening()).toBe(2), inTime))

test('a page that one process caches is rendered again when another changed its content', async () => {
  expect(await otherProcess.read('/')).not.toContain('Lantern days')
  await publishOnePage(site, ana, 'Lantern days')
  await vi.waitFor(async () => expect(await otherProcess.read('/')).toContain('Lantern days'), inTime)
})

test('an operator’s change outside the site invalidates caches too, and a member’s private change does not', async () => {
  const { id } = await publishOnePage(site, ana, 'Letters')
  await vi.waitFor(async () => expect(await otherProcess.read('/')).toContain('Letters'), inTime)
  await drainNotices()
  const { config, pool } = site
  const open = async () => ({ config, pool, db: openDb(pool), stop: async () => undefined })
  const terminal = { out: () => undefined, err: console.error }
  expect(await runCommand(['zine', 'hide', id, '--reason', 'A private letter.'], open, terminal)).toBe(0)
  await vi.waitFor(async () => expect(await otherProcess.read('/')).not.toContain('Letters'), inTime)
  // An expired page is rendered again without a notice.
  await isNotified()

  const announced = vi.fn()
  site.changes.subscribeToLocal(announced)
  const project = { id: '019a9b7e-1111-7000-8000-000000000001', title: 'Moths', notes: '' }
  await site.post('/api/projects', project, ana)
  expect(announced).not.toHaveBeenCalled()
  await publishOnePage(site, ana, 'Marker')
  expect(announced).toHaveBeenCalled()
})

test('a listener that was disconnected reconnects and invalidates everything', async () => {
  await site.pool.query(`select pg_terminate_backend(pid) from (${listeners}) listeners`)
  await isNotified()
  await vi.waitFor(async () => expect(await listening()).toBe(2), inTime)
  await publishOnePage(site, ana, 'After the cut')
  await vi.waitFor(async () => expect(await otherProcess.read('/')).toContain('After the cut'), inTime)
})

test('uploads of a member who waits for approval are restricted by the other process as well', async () => {
  const waitingMember = await site.signUp()
  await site.pool.query('update users set awaiting_since = now() where id = $1', [waitingMember.id])
  await drainNotices()
  const { url } = await uploadPicture(site, waitingMember, fixture('see-through.png'))
  await isNotified()
  await vi.waitFor(async () => expect(await otherProcess.status(url)).toBe(404), inTime)
})

test('a flood of changes is sent in few notifications, and foreign notifications do no harm', async () => {
  for (let index = 0; index < 200; index += 1) site.changes.announce()
  await vi.waitFor(() => expect(otherProcess.onChange).toHaveBeenCalled(), inTime)
  for (const payload of ['', '{', '[]', '{"from":7}', 'x'.repeat(7_000)])
    await site.pool.query('select pg_notify($1, $2)', ['foldout_changes', payload])
  await publishOnePage(site, ana, 'After the flood')
  await vi.waitFor(async () => expect(await otherProcess.read('/')).toContain('After the flood'), inTime)
  expect(otherProcess.onChange.mock.calls.length).toBeLessThan(8)
})

test('another database user cannot force constant rendering', async () => {
  const floodNotifications = `select pg_notify('foldout_changes', json_build_object('from', n::text)::text) from generate_series(1, 3000) n`
  await site.pool.query(floodNotifications)
  await publishOnePage(site, ana, 'Beside the flood')
  await vi.waitFor(async () => expect(await otherProcess.read('/')).toContain('Beside the flood'), inTime)
  expect(otherProcess.onChange.mock.calls.length).toBeGreaterThan(0)
  expect(otherProcess.onChange.mock.calls.length).toBeLessThan(100)
})
