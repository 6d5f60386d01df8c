import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sweepExpired } from '#server/db/expired-rows.jobs.ts'
import { whileLocked } from '#tests/support/locks.ts'
import { operatorOf } from '#tests/support/operator.ts'
import { pageSource } from '#tests/support/page-source.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { addressOf, createTestDatabase } from '#tests/support/test-database.ts'

let site: TestApp
let operator: ReturnType<typeof operatorOf>
let end: () => Promise<void>
beforeAll(async () => {
  const { connection, pool } = await createTestDatabase()
  const databaseUrl = addressOf(connection)
  site = await startTestApp({ pages: pageSource, databaseUrl, settings: { DATABASE_URL: databaseUrl } })
  operator = operatorOf(site)
  end = () => pool.end()
})
afterAll(async () => {
  await site.close()
  await end()
})
beforeEach(() => site.pool.query('delete from announcements; truncate audit_log'))

const ask = (...argv: string[]) => operator.ask(...argv)
const pageAt = async (path: string, from = site) => (await from.call<string>({ path })).text
const line = /<aside[^>]*aria-label="Announcement"[^>]*>.*?<p[^>]*>(.*?)<\/p>/
const lineAt = async (path = '/', from = site) => line.exec(await pageAt(path, from))?.[1]
const audited = () =>
  site.db.selectFrom('audit_log').selectAll().where('actor', '=', 'operator').orderBy('id').execute()
const soon = { timeout: 1_000, interval: 20 }
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

test('pages of guests and members show an announcement within a second, and its removal as well', async () => {
  const ana = await site.signUp()
  for (const path of ['/', '/about', '/no/such/page']) expect(await lineAt(path)).toBeUndefined()
  expect(await ask('announce', 'Closed on Friday.')).toEqual({
    ...{ code: 0, outcome: 'done', says: '“Closed on Friday.” is shown at the top of every page.' },
  })
  for (const path of ['/', '/about', '/no/such/page'])
    await expect.poll(() => lineAt(path), soon).toBe('Closed on Friday.')
  expect((await site.call({ path: '/', as: ana })).text).toMatch(line)
  expect(await ask('announcement', 'remove')).toMatchObject({ code: 0, outcome: 'done' })
  for (const path of ['/', '/about']) await expect.poll(() => lineAt(path), soon).toBeUndefined()
})

test('a site in one process, without notifications from others, shows it within seconds', {
  timeout: 20_000,
}, async () => {
  const alone = await startTestApp({ pages: pageSource })
  expect(await lineAt('/', alone)).toBeUndefined()
  await operatorOf(alone).admin('announce', 'Closed on Friday.')
  await expect.poll(() => lineAt('/', alone), { timeout: 7_000 }).toBe('Closed on Friday.')
  await alone.close()
})

test('it disappears at its time without a restart, and its row later', { timeout: 20_000 }, async () => {
  await ask('announce', 'For a moment.', '--until', inSeconds(2))
  await expect.poll(() => lineAt(), soon).toBe('For a moment.')
  await expect.poll(() => lineAt(), { timeout: 8_000 }).toBeUndefined()
  expect(await ask('announcement', 'show')).toEqual({ code: 0, says: 'There is no announcement.' })
  await sweepExpired(site.db)
  expect((await site.pool.query('select from announcements')).rows).toEqual([])
})

test('what it says is text, whatever is in it', async () => {
  await ask('announce', '</script><b onclick="x">Bold & “loud”</b> 日本 عربي')
  const found = () => pageAt('/about')
  await expect
    .poll(found, soon)
    .toContain('&lt;b onclick=&quot;x&quot;&gt;Bold &amp; “loud”&lt;/b&gt; 日本 عربي</p>')
  expect(await found()).not.toContain('<b onclick')
})

describe('an announcement', () => {
  test('is set once, however often it is typed; another one replaces it', async () => {
    const first = await ask('announce', 'One.', '--as', 'Ben')
    const { id } = await ask('announcement', 'show')
    expect([first.outcome, (await ask('announce', 'One.')).outcome]).toEqual(['done', 'already'])
    expect((await ask('announcement', 'show')).id).toBe(id)
    const until = inSeconds(3600)
    expect(await ask('announce', 'One.', '--until', until)).toMatchObject({ outcome: 'done' })
    expect(await ask('announcement', 'show')).toMatchObject({
      text: 'One.',
      until,
      id: expect.not.stringMatching(id),
    })
    for (const outcome of ['done', 'already'])
      expect(await ask('announcement', 'remove')).toMatchObject({ code: 0, outcome })
    expect(await audited()).toMatchObject([
      { act: 'announcement set', operator: 'Ben', subject: `announcement ${id}`, detail: { note: 'One.' } },
      { act: 'announcement set' },
      { act: 'announcement removed' },
    ])
  })

  test('by several operators concurrently is published once', async () => {
    const same = await Promise.all([1, 2, 3].map(() => ask('announce', 'Same.')))
    expect(same.map(({ outcome }) => outcome).sort()).toEqual(['already', 'already', 'done'])
    const others = await Promise.all(['A.', 'B.'].map((text) => ask('announce', text)))
    expect(others.map(({ outcome }) => outcome)).toEqual(['done', 'done'])
    expect((await site.pool.query('select text from announcements')).rows).toHaveLength(1)
    const removed = await Promise.all([1, 2].map(() => ask('announcement', 'remove')))
    expect(removed.map(({ outcome }) => outcome).sort()).toEqual(['already', 'done'])
    expect(await audited()).toHaveLength(4)
  })

  const notALine = 'TEXT must be one line of at most 160 characters without control or direction characters.'
  const notATime = '--until must be a day such as 2026-12-24 or a time such as 2026-12-24T18:00Z.'
  test.each([
    ['', 'TEXT is needed: the text, in quotes.'],
    ['two\nlines', notALine],
    ['a\u202eb', notALine],
    ['a\u0007b', notALine],
    ['a\u200bb', notALine],
    ['x'.repeat(161), notALine],
    ['x', '--until', 'tomorrow', notATime],
    ['x', '--until', '2026-02-30', notATime],
    ['x', '--until', '24.12.2026', notATime],
    ['x', '--until', '2026-12-24T25:00Z', notATime],
    ['x', '--until', '2026-12-24T18:00', notATime],
    ['x', '--until', '2001-12-24', '--until must be in the future. 2001-12-25T00:00:00.000Z is in the past.'],
  ])('is rejected with a message: %j %s %s', async (...typed) => {
    expect(await ask('announce', ...typed.slice(0, -1))).toEqual({ code: 1, error: typed.at(-1) })
    expect(await audited()).toEqual([])
  })

  test.each([
    ['2999-12-24', '2999-12-25T00:00:00.000Z'],
    ['2999-12-24T18:00Z', '2999-12-24T18:00:00.000Z'],
    ['2999-12-24T18:00:30+02:00', '2999-12-24T16:00:30.000Z'],
  ])('can last until %s', async (typed, until) => {
    await ask('announce', '🦋'.repeat(160), '--until', typed)
    expect(await ask('announcement', 'show')).toMatchObject({ until })
  })
})

test('pages are shown as before while it cannot be read, and wait no longer than a moment', async () => {
  const ana = await site.signUp()
  await ask('announce', 'Still here.')
  await expect.poll(() => lineAt(), soon).toBe('Still here.')
  await whileLocked(site, 'lock table announcements in access exclusive mode', async () => {
    site.changes.announce()
    const begun = performance.now()
    const { status, text } = await site.call<string>({ path: '/about', as: ana })
    expect([status, line.exec(text)?.[1]]).toEqual([200, 'Still here.'])
    expect(performance.now() - begun).toBeLessThan(1_500)
  })
})
