import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseCrontab } from 'graphile-worker'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { removeInSteps } from '#server/accounts/delete-account.jobs.ts'
import { hideAccount, lockAccount } from '#server/accounts/delete-account.queries.ts'
import { findAnnouncement } from '#server/announcements/announcements.queries.ts'
import { readConfig } from '#server/config/config.ts'
import { startJobs } from '#server/db/jobs.ts'
import { removeUnusedFiles } from '#server/media/media.queries.ts'
import { codeOf } from '#tests/support/authenticator.ts'
import { openBrowser } from '#tests/support/browser-cookies.ts'
import { operatorOf } from '#tests/support/operator.ts'
import { ownFolder } from '#tests/support/own-folder.ts'
import { startS3Server } from '#tests/support/s3-server.ts'
import { atOnce, type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { backupCrontab, backupJobs } from './backup.jobs.ts'
import { listBackups } from './backup-folder.ts'
import { listReads } from './every-read.testing.ts'
import { keepFiles, liveIn, publishWhole, scheduleWhole } from './lived-in-site.testing.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { connectPatiently, takeBackupTurn } from './site-rows.ts'
import { emptyPlace } from './site-to-restore.testing.ts'
import { verifySite } from './verify/verify-site.ts'

const home = ownFolder()
const site = await startTestApp()
afterAll(() => site.close())
const lived = await liveIn(site)

let folders = 0
const newFolder = () => join(home, `backups-${folders++}`)
const backUp = (folder: string, from = site, more: object = {}) =>
  makeBackup({ config: from.config, pool: from.pool, folder, ...more })

/** Restores a backup into a new site. */
async function restored(folder: string, { settings = {}, jobs = false }: Restored = {}) {
  const { config, dataDir, databaseUrl } = await emptyPlace(home, settings)
  await restoreBackup({ config: config(), folder })
  const other = await startTestApp({ databaseUrl, jobs, settings: { DATA_DIR: dataDir, ...settings } })
  onTestFinished(other.close)
  return other
}
type Restored = { settings?: Record<string, string>; jobs?: boolean }

test('a restored site answers every call that reads byte for byte as before, to guests and to its members', {
  timeout: 90_000,
}, async () => {
  // Creates the key that signs tokens, which is generated on first use.
  await site.call({ path: '/api/auth/jwks' })
  const folder = newFolder()
  await backUp(folder)
  const other = await restored(folder)
  const asked = await listReads(site, lived)
  const wrong: unknown[] = []
  for (const path of asked) {
    for (const as of [undefined, lived.ana, lived.ben]) {
      const [before, after] = await Promise.all([answerOf(site, path, as), answerOf(other, path, as)])
      if (before !== after) wrong.push([path, as?.username, before, after])
    }
  }
  expect(wrong).toEqual([])
  expect(asked.length).toBeGreaterThan(60)
  expect(await readFile(join(other.config.dataDir, 'pages', 'rules.md'), 'utf8')).toBe('# Be kind\n')
  expect(await findAnnouncement(other.db)).toMatchObject({ text: 'Closed on Friday.', until: null })
})

/** A response without the parts that differ for every request. */
async function answerOf(from: TestApp, url: string, as?: Member) {
  const answer = await from.app.inject({ url, headers: as ? { cookie: as.cookie } : {} })
  const { date: _date, 'x-request-id': _id, 'set-cookie': _set, ...headers } = answer.headers
  const isPicture = String(headers['content-type']).startsWith('image')
  const body = isPicture ? answer.rawPayload.toString('hex') : answer.body.replace(/"requestId":"[^"]+"/, '')
  return `${answer.statusCode} ${JSON.stringify(headers)} ${body}`
}

test('its members sign in with their second factor; queued mails are sent once, scheduled drafts published once', {
  timeout: 60_000,
}, async () => {
  const carl = await site.signUp('Carl')
  await scheduleWhole(site, carl, 'At dawn', new Date(Date.now() + 6 * 60_000))
  const browser = openBrowser(site, carl)
  const post = <Body>(path: string, body: object, via = browser) =>
    via.call<Body>({ method: 'POST', path: `/api/auth/${path}`, body })
  const { secret } = (await post<{ secret: string }>('factors/enroll', { password: carl.password })).body
  await post('factors/verify', { code: codeOf(secret) })
  await site.pool.query('delete from used_codes where user_id = $1', [carl.id])
  const folder = newFolder()
  await backUp(folder)

  const other = await restored(folder, { jobs: true })
  const fresh = openBrowser(other)
  await post('sign-in/email', { email: carl.email, password: carl.password }, fresh)
  const code = codeOf(secret, Date.now() + 30_000)
  expect((await post('factors/verify', { code }, fresh)).status).toBe(200)
  expect((await other.call({ path: '/api/auth/user', as: lived.ana })).status).toBe(200)

  await other.pool.query(
    `update drafts set publish_at = now() - interval '1 second' where publish_at is not null;
     select graphile_worker.reschedule_jobs(array_agg(id), run_at := now()) from graphile_worker.jobs
     where task_identifier = 'publish-draft'`,
  )
  const published = async () =>
    (await other.pool.query(`select id from zines where title = 'At dawn'`)).rows.length
  await expect.poll(published).toBe(1)
  await expect.poll(idle(other)).toBe(0)
  expect(await published()).toBe(1)
  const mails = (await other.outbox()).filter(({ to }) => to === carl.email).map(({ subject }) => subject)
  expect(mails.filter((subject) => subject !== 'New sign-in to your Foldout account').sort()).toEqual([
    'Confirm your email for Foldout',
    'Two-factor sign-in was turned on at Foldout',
  ])
})

const idle = (at: TestApp) => async () =>
  (await at.pool.query(`select from graphile_worker.jobs where run_at <= now() and attempts < max_attempts`))
    .rows.length

test('during a backup no file is deleted, and pending deletions follow afterwards', async () => {
  const { id, mediaFiles } = await publishWhole(site, lived.ben, 'Short-lived')
  const name = (mediaFiles[0] ?? '').slice('/media/'.length)
  const turn = await connectPatiently(site.pool)
  await takeBackupTurn(turn)
  await site.call({ method: 'DELETE', path: `/api/zines/${id}`, body: {}, as: lived.ben })
  await site.db.deleteFrom('media').where('hash', '=', name.slice(0, 32)).execute()
  await removeUnusedFiles(site.media, name.slice(0, 32))
  expect(await site.media.storage.find(name)).toBeDefined()
  const promised = `select from graphile_worker.jobs where key = $1 and run_at > now() + interval '50 seconds'`
  expect((await site.pool.query(promised, [`remove ${name.slice(0, 32)}`])).rows).toHaveLength(1)
  await expect(backUp(newFolder())).rejects.toThrow(
    'A backup or check of this site is already running. Wait until it is done.',
  )
  await turn.end()
  await removeUnusedFiles(site.media, name.slice(0, 32))
  expect(await site.media.storage.find(name)).toBeUndefined()
})

test('a backup is of one moment, whatever members do meanwhile', { timeout: 60_000 }, async () => {
  const busy = await startTestApp({ jobs: true })
  onTestFinished(busy.close)
  const people = await atOnce(2, () => busy.signUp())
  const folder = newFolder()
  let isOver = false
  const live = async (as: Member, at: number) => {
    for (let n = 0; !isOver; n++) {
      const { id, mediaFiles } = await publishWhole(busy, as, `Zine ${at} ${n}`)
      for (const other of people)
        await busy.call({ method: 'POST', path: '/api/favorites/zines', body: { zineId: id }, as: other })
      if (n % 3 > 0) await busy.call({ method: 'DELETE', path: `/api/zines/${id}`, body: {}, as })
      const leaving = await busy.signUp()
      const zine = await publishWhole(busy, leaving, `Gone ${at} ${n}`)
      await busy.call({ method: 'POST', path: '/api/favorites/zines', body: { zineId: zine.id }, as })
      const body = { username: leaving.username }
      const path = `/api/users/${leaving.id}`
      const left = await busy.call({ method: 'DELETE', path, body, as: leaving })
      expect(left.status, left.text).toBe(200)
      await keepFiles(busy, mediaFiles[0] ?? '', [])
    }
  }
  const lives = people.map(live)
  try {
    for (let n = 0; n < 3; n++) {
      await pause(200)
      const made = await backUp(folder, busy)
      expect(made.missing).toEqual([])
    }
  } finally {
    isOver = true
    await Promise.all(lives)
  }
  expect(await verifySite({ config: busy.config, pool: busy.pool, backups: folder })).toEqual([])
  const other = await restored(folder)
  expect((await other.pool.query('select from zines')).rows.length).toBeGreaterThan(3)
  expect(await verifySite({ config: other.config, pool: other.pool })).toEqual([])
})

test('members whose deletion is in progress are in it completely or partly, and their deletion continues', {
  timeout: 60_000,
}, async () => {
  const [small, large] = [await site.signUp(), await site.signUp()]
  for (const as of [small, large]) {
    await publishWhole(site, as, `Of ${as.username}`)
    const favor = (what: string, body: object) =>
      site.call({ method: 'POST', path: `/api/favorites/${what}`, body, as })
    await favor('zines', { zineId: lived.one.id })
    await favor('creators', { creatorId: lived.ana.id })
  }
  await site.db.transaction().execute(async (tx) => {
    await lockAccount(tx, large.id)
    await hideAccount(tx, large.id)
  })
  // The account is already removed from search; the rest of its data is not deleted yet.
  expect(await removeInSteps(site.db, large.id, { forMs: 0 })).toBe(false)
  const folder = newFolder()
  const sample = { documents: 20, words: 20, searches: 5 }
  let removal: Promise<unknown> | undefined
  const remove = () => operatorOf(site).ask('member', 'remove', small.username, '--yes')
  const made = await backUp(folder, site, { onStep: () => (removal ??= remove()) })
  expect(await removal).toMatchObject({ code: 0, outcome: 'done' })
  expect(made.missing).toEqual([])
  const members = async (at: TestApp) =>
    (await at.pool.query('select from users where id = any($1)', [[small.id, large.id]])).rowCount
  const other = await restored(folder)
  expect([await members(site), await members(other)]).toEqual([1, 2])
  expect((await other.call({ path: `/api/users/${small.id}`, as: small })).status).toBe(200)
  expect((await other.call({ path: `/api/users/${large.id}` })).status).toBe(404)
  const faults = ({ config, pool }: TestApp, backups?: string) =>
    verifySite({ config, pool, backups, sample })
  expect([await faults(site, folder), await faults(other)]).toEqual([[], []])
  const promised = `select from graphile_worker.jobs where key = 'delete-account ${large.id}'`
  expect((await other.pool.query(promised)).rowCount).toBe(1)
  for (const { db } of [site, other]) expect(await removeInSteps(db, large.id)).toBe(true)
  expect([await members(other), await faults(other)]).toEqual([1, []])
})

test('media move between the disk and S3 with it, and an unchanged file is not copied again', {
  timeout: 60_000,
}, async () => {
  const local = await startS3Server({ directory: join(home, 's3') })
  onTestFinished(() => local.close().catch(() => undefined))
  const [first, second] = [newFolder(), newFolder()]
  const wholeSite = await backUp(first)
  const inBucket = await restored(first, { settings: local.settings })
  const [address = ''] = lived.one.mediaFiles
  const bytes = async (at: TestApp) => (await at.app.inject({ url: address })).rawPayload
  expect((await bytes(inBucket)).equals(await bytes(site))).toBe(true)
  expect(await readdir(join(inBucket.config.dataDir, 'media')).catch(() => [])).not.toContain(
    address.slice(7, 9),
  )
  expect(await backUp(second, inBucket)).toMatchObject({ files: wholeSite.files, missing: [] })
  await local.close()
  const found = await backUp(second, inBucket, { now: new Date(Date.now() + 1000) })
  expect(found).toMatchObject({ files: wholeSite.files, missing: [] })
  const onDisk = await restored(second)
  expect((await bytes(onDisk)).equals(await bytes(site))).toBe(true)
})

test.each([
  [undefined, 3],
  ['0', 0],
  ['23', 23],
])(
  'with BACKUP_HOUR %s a backup is due 13 minutes after %i UTC, up to 20 hours later after a stop',
  (set, hour) => {
    const config = readConfig({ DATA_DIR: site.dataDir, ...(set && { BACKUP_HOUR: set }) })
    const [nightly] = parseCrontab(backupCrontab(config))
    const minutes = Array.from({ length: 24 * 60 }, (_, minute) => minute)
    const isDue = (minute: number) =>
      nightly?.match({ min: minute % 60, hour: Math.floor(minute / 60), date: 29, month: 2, dow: 3 })
    expect(minutes.filter(isDue)).toEqual([hour * 60 + 13])
    expect(nightly?.options).toMatchObject({
      ...{ backfillPeriod: 20 * 3_600_000, maxAttempts: 5, jobKey: 'make-backup' },
    })
  },
)

test('each night one is added, the oldest are deleted, and with them unreferenced files', {
  timeout: 60_000,
}, async () => {
  const backupDir = newFolder()
  const config = { ...site.config, backupDir, backupKeep: 2 }
  let night = new Date('2026-03-01T03:13:00Z')
  const tasks = backupJobs({ config, pool: site.pool, now: () => night })
  const runner = await startJobs(
    site.pool,
    { 'make-backup': tasks['make-backup'] as never },
    '',
    site.app.log,
  )
  const makeOne = async () => {
    await site.pool.query(`select graphile_worker.add_job('make-backup', '{}')`)
    const name = night.toISOString().replaceAll(':', '-')
    await expect.poll(async () => (await listBackups(backupDir))[0]).toBe(name)
    const isLeft = async () =>
      (await site.pool.query(`select from graphile_worker.jobs where task_identifier = 'make-backup'`)).rows
        .length
    await expect.poll(isLeft).toBe(0)
    night = new Date(night.getTime() + 24 * 60 * 60 * 1000)
  }
  const { id, mediaFiles } = await publishWhole(site, lived.ana, 'For two nights')
  const name = (mediaFiles[0] ?? '').slice('/media/'.length)
  const isKept = () => existsSync(join(backupDir, 'media', name.slice(0, 2), name))
  await makeOne()
  expect(isKept()).toBe(true)
  await site.call({ method: 'DELETE', path: `/api/zines/${id}`, body: {}, as: lived.ana })
  for (const kept of [true, false]) {
    await makeOne()
    expect(isKept()).toBe(kept)
  }
  await runner.stop()
  expect(await listBackups(backupDir)).toEqual([3, 2].map((day) => `2026-03-0${day}T03-13-00.000Z`))
})
