import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sweepExpired } from '#server/expired-rows.jobs.ts'
import { withLock } from '#tests/support/locks.ts'
import { createOperator } from '#tests/support/operator.ts'
import { pageSource } from '#tests/support/page-source.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createTestDatabase, databaseUrlOf } from '#tests/support/test-database.ts'

let site: TestApp
let operator: ReturnType<typeof createOperator>
let end: () => Promise<void>
beforeAll(async () => {
  const { connection, pool } = await createTestDatabase()
  const databaseUrl = databaseUrlOf(connection)
  site = await startTestApp({ pages: pageSource, databaseUrl, settings: { DATABASE_URL: databaseUrl } })
  operator = createOperator(site)
  end = () => pool.end()
})
afterAll(async () => {
  await site.close()
  await end()
})
beforeEach(() => site.pool.query('delete from announcements; truncate audit_log'))

const runCommand = (...argv: string[]) => operator.runJson(...argv)
const pageAt = async (path: string, from = site) => (await from.call<string>({ path })).text
const announcementPattern = /<aside[^>]*aria-label="Announcement"[^>]*>.*?<p[^>]*>(.*?)<\/p>/
const announcementAt = async (path = '/', from = site) => announcementPattern.exec(await pageAt(path, from))?.[1]
const audited = () =>
  site.db.selectFrom('audit_log').selectAll().where('actor', '=', 'operator').orderBy('id').execute()
/** This is shorter than cached pages last. */
const pollOptions = { timeout: 4_000, interval: 20 }
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

test('pages of guests and members show an announcement before cached pages expire, and its removal as well', async () => {
  const ana = await site.signUp()
  for (const path of ['/', '/about', '/no/such/page']) expect(await announcementAt(path)).toBeUndefined()
  expect(await runCommand('announce', 'Closed on Friday.')).toEqual({
    code: 0,
    outcome: 'done',
    says: '“Closed on Friday.” is shown at the top of every page.',
  })
  for (const path of ['/', '/about', '/no/such/page'])
    await expect.poll(() => announcementAt(path), pollOptions).toBe('Closed on Friday.')
  expect((await site.call({ path: '/', as: ana })).text).toMatch(announcementPattern)
  expect(await runCommand('announcement', 'remove')).toMatchObject({ code: 0, outcome: 'done' })
  for (const path of ['/', '/about']) await expect.poll(() => announcementAt(path), pollOptions).toBeUndefined()
})

test('a site in one process, without notifications from others, shows it within seconds', {
  timeout: 180_000,
}, async () => {
  const singleProcessSite = await startTestApp({ pages: pageSource })
  expect(await announcementAt('/', singleProcessSite)).toBeUndefined()
  await createOperator(singleProcessSite).runAdmin('announce', 'Closed on Friday.')
  await expect.poll(() => announcementAt('/', singleProcessSite), { timeout: 60_000 }).toBe('Closed on Friday.')
  await singleProcessSite.close()
})

test('it disappears at its time without a restart, and its row later', { timeout: 180_000 }, async () => {
  await runCommand('announce', 'For a moment.', '--until', inSeconds(2))
  await expect.poll(() => announcementAt(), pollOptions).toBe('For a moment.')
  await expect.poll(() => announcementAt(), { timeout: 60_000 }).toBeUndefined()
  expect(await runCommand('announcement', 'show')).toEqual({ code: 0, says: 'There is no announcement.' })
  await sweepExpired(site.db)
  expect((await site.pool.query('select from announcements')).rows).toEqual([])
})

test('its text is escaped', async () => {
  await runCommand('announce', '</script><b onclick="x">Bold & “loud”</b> 日本 عربي')
  const readAboutPage = () => pageAt('/about')
  await expect
    .poll(readAboutPage, pollOptions)
    .toContain('&lt;b onclick=&quot;x&quot;&gt;Bold &amp; “loud”&lt;/b&gt; 日本 عربي</p>')
  expect(await readAboutPage()).not.toContain('<b onclick')
})

describe('an announcement', () => {
  test('is set once, however often it is typed; another one replaces it', async () => {
    const first = await runCommand('announce', 'One.', '--as', 'Ben')
    const { id } = await runCommand('announcement', 'show')
    expect([first.outcome, (await runCommand('announce', 'One.')).outcome]).toEqual(['done', 'already'])
    expect((await runCommand('announcement', 'show')).id).toBe(id)
    const until = inSeconds(3600)
    expect(await runCommand('announce', 'One.', '--until', until)).toMatchObject({ outcome: 'done' })
    expect(await runCommand('announcement', 'show')).toMatchObject({
      text: 'One.',
      until,
      id: expect.not.stringMatching(id),
    })
    for (const outcome of ['done', 'already'])
      expect(await runCommand('announcement', 'remove')).toMatchObject({ code: 0, outcome })
    expect(await audited()).toMatchObject([
      { act: 'announcement set', operator: 'Ben', subject: `announcement ${id}`, detail: { note: 'One.' } },
      { act: 'announcement set' },
      { act: 'announcement removed' },
    ])
  })

  test('by several operators concurrently is published once', async () => {
    const outcomes = await Promise.all([1, 2, 3].map(() => runCommand('announce', 'Same.')))
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['already', 'already', 'done'])
    const replaced = await Promise.all(['A.', 'B.'].map((text) => runCommand('announce', text)))
    expect(replaced.map(({ outcome }) => outcome)).toEqual(['done', 'done'])
    expect((await site.pool.query('select text from announcements')).rows).toHaveLength(1)
    const removed = await Promise.all([1, 2].map(() => runCommand('announcement', 'remove')))
    expect(removed.map(({ outcome }) => outcome).sort()).toEqual(['already', 'done'])
    expect(await audited()).toHaveLength(4)
  })

  const invalidTextMessage = 'TEXT must be one line of at most 160 characters without control or direction characters.'
  const invalidUntilMessage = '--until must be a day such as 2026-12-24 or a time such as 2026-12-24T18:00Z.'
  test.each([
    ['', 'TEXT is needed: one line of at most 160 characters.'],
    ['two\nlines', invalidTextMessage],
    ['a\u202eb', invalidTextMessage],
    ['a\u0007b', invalidTextMessage],
    ['a\u200bb', invalidTextMessage],
    ['x'.repeat(161), invalidTextMessage],
    ['x', '--until', 'tomorrow', invalidUntilMessage],
    ['x', '--until', '2026-02-30', invalidUntilMessage],
    ['x', '--until', '24.12.2026', invalidUntilMessage],
    ['x', '--until', '2026-12-24T25:00Z', invalidUntilMessage],
    ['x', '--until', '2026-12-24T18:00', invalidUntilMessage],
    ['x', '--until', '2001-12-24', 'The end must be in the future. 2001-12-25 00:00:00Z is in the past.'],
  ])('is rejected with a message: %j %s %s', async (...input) => {
    expect(await runCommand('announce', ...input.slice(0, -1))).toEqual({ code: 1, error: input.at(-1) })
    expect(await audited()).toEqual([])
  })

  test.each([
    ['2999-12-24', '2999-12-25T00:00:00.000Z'],
    ['2999-12-24T18:00Z', '2999-12-24T18:00:00.000Z'],
    ['2999-12-24T18:00:30+02:00', '2999-12-24T16:00:30.000Z'],
  ])('can last until %s', async (input, until) => {
    await runCommand('announce', '🦋'.repeat(160), '--until', input)
    expect(await runCommand('announcement', 'show')).toMatchObject({ until })
  })
})

test('pages are shown as before while it cannot be read, and wait no longer than a moment', async () => {
  const ana = await site.signUp()
  await runCommand('announce', 'Still here.')
  await expect.poll(() => announcementAt(), pollOptions).toBe('Still here.')
  await withLock(site, 'lock table announcements in access exclusive mode', async () => {
    site.changes.announce()
    const startedAt = performance.now()
    const { status, text } = await site.call<string>({ path: '/about', as: ana })
    expect([status, announcementPattern.exec(text)?.[1]]).toEqual([200, 'Still here.'])
    // A statement that waits for a lock ends after two seconds.
    expect(performance.now() - startedAt).toBeLessThan(1_900)
  })
})
