import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseCrontab } from 'graphile-worker'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { removeInSteps } from '#server/accounts/delete-account.jobs.ts'
import { hideAccount, lockAccount } from '#server/accounts/delete-account.queries.ts'
import { findAnnouncement } from '#server/announcements/announcements.queries.ts'
import { readConfig } from '#server/config/config.ts'
import { removeUnusedFiles } from '#server/media/media.queries.ts'
import { createOperatorBrowser, openOperatorBrowser, printCode } from '#server/operate/operate.testing.ts'
import { totpCode } from '#tests/support/authenticator.ts'
import { createBrowser } from '#tests/support/browser-cookies.ts'
import { createOperator } from '#tests/support/operator.ts'
import { callConcurrently, type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createTestFolder } from '#tests/support/test-folder.ts'
import { listReads } from './all-reads.testing.ts'
import { backupCrontab } from './backup.jobs.ts'
import { restoreSite } from './empty-site.testing.ts'
import { makeBackup } from './make-backup.ts'
import { populateSite, publishWithFiles, scheduleWithFiles, storeMediaFiles } from './populated-site.testing.ts'
import { connectWithoutTimeouts, lockBackups } from './site-rows.ts'
import { verifySite } from './verify/verify-site.ts'

const home = createTestFolder()
const site = await startTestApp()
afterAll(() => site.close())
const populated = await populateSite(site)

let folders = 0
const nextFolder = () => join(home, `backups-${folders++}`)
const backUp = (folder: string, from = site, options: object = {}) =>
  makeBackup({ config: from.config, pool: from.pool, folder, ...options })

test('a restored site answers every call that reads byte for byte as before, to guests and to its members', {
  timeout: 180_000,
}, async () => {
  // Creates the key that signs tokens, which is generated on first use.
  await site.call({ path: '/api/auth/jwks' })
  const folder = nextFolder()
  await backUp(folder)
  const other = await restoreSite(home, folder)
  const paths = await listReads(site, populated)
  const differences: unknown[] = []
  for (const path of paths) {
    for (const as of [undefined, populated.ana, populated.ben]) {
      const [before, after] = await Promise.all([readResponse(site, path, as), readResponse(other, path, as)])
      if (before !== after) differences.push([path, as?.username, before, after])
    }
  }
  expect(differences).toEqual([])
  expect(paths.length).toBeGreaterThan(60)
  expect(await readFile(join(other.config.dataDir, 'pages', 'rules.md'), 'utf8')).toBe('# Be kind\n')
  expect(await findAnnouncement(other.db)).toMatchObject({ text: 'Closed on Friday.', until: null })
})

/** A response without the parts that differ for every request. */
async function readResponse(from: TestApp, url: string, as?: Member) {
  const answer = await from.app.inject({ url, headers: as ? { cookie: as.cookie } : {} })
  const { date: _date, 'x-request-id': _id, 'set-cookie': _setCookie, ...headers } = answer.headers
  delete headers['content-length']
  const isPicture = String(headers['content-type']).startsWith('image')
  const body = isPicture
    ? answer.rawPayload.toString('hex')
    : answer.body.replace(/"(requestId|readAt)" ?: ?"[^"]+"/, '')
  return `${answer.statusCode} ${JSON.stringify(headers)} ${body}`
}

test('links and sessions of operators are not in a backup, so that ended ones stay ended', async () => {
  const robin = await openOperatorBrowser(site)
  const code = await printCode(site)
  const folder = nextFolder()
  await backUp(folder)
  const other = await restoreSite(home, folder)
  expect((await other.call({ path: '/operate', headers: { cookie: robin.cookie() } })).status).toBe(401)
  expect((await createOperatorBrowser(other).open(code)).status).toBe(400)
})

test('its members sign in with their second factor; queued mails are sent once, scheduled drafts published once', {
  timeout: 180_000,
}, async () => {
  const carl = await site.signUp('Carl')
  await scheduleWithFiles(site, carl, 'At dawn', new Date(Date.now() + 6 * 60_000))
  const browser = createBrowser(site, carl)
  const post = <Body>(path: string, body: object, client = browser) =>
    client.call<Body>({ method: 'POST', path: `/api/auth/${path}`, body })
  const { secret } = (await post<{ secret: string }>('factors/enroll', { password: carl.password })).body
  await post('factors/verify', { code: totpCode(secret) })
  await site.pool.query('delete from used_codes where user_id = $1', [carl.id])
  const folder = nextFolder()
  await backUp(folder)

  const other = await restoreSite(home, folder, { jobs: true })
  const newBrowser = createBrowser(other)
  await post('sign-in/email', { email: carl.email, password: carl.password }, newBrowser)
  const code = totpCode(secret, Date.now() + 30_000)
  expect((await post('factors/verify', { code }, newBrowser)).status).toBe(200)
  expect((await other.call({ path: '/api/auth/user', as: populated.ana })).status).toBe(200)

  await other.pool.query(
    `update drafts set publish_at = now() - interval '1 second' where publish_at is not null;
     select graphile_worker.reschedule_jobs(array_agg(id), run_at := now()) from graphile_worker.jobs
     where task_identifier = 'publish-draft'`,
  )
  const published = async () => (await other.pool.query(`select id from zines where title = 'At dawn'`)).rows.length
  await expect.poll(published).toBe(1)
  await expect.poll(countDueJobs(other)).toBe(0)
  expect(await published()).toBe(1)
  const mails = (await other.outbox()).filter(({ to }) => to === carl.email).map(({ subject }) => subject)
  expect(mails.filter((subject) => subject !== 'New sign-in to your Foldout account').sort()).toEqual([
    'Confirm your email for Foldout',
    'Two-factor sign-in was turned on for your Foldout account',
  ])
})

const countDueJobs = (at: TestApp) => async () =>
  (await at.pool.query(`select from graphile_worker.jobs where run_at <= now() and attempts < max_attempts`)).rows
    .length

test('during a backup no file is deleted, and pending deletions follow afterwards', async () => {
  const { id, mediaFiles } = await publishWithFiles(site, populated.ben, 'Short-lived')
  const name = (mediaFiles[0] ?? '').slice('/media/'.length)
  const lockClient = await connectWithoutTimeouts(site.pool)
  await lockBackups(lockClient)
  await site.call({ method: 'DELETE', path: `/api/zines/${id}`, body: {}, as: populated.ben })
  await site.db.deleteFrom('media').where('hash', '=', name.slice(0, 32)).execute()
  await removeUnusedFiles(site.media, name.slice(0, 32))
  expect(await site.media.storage.find(name)).toBeDefined()
  const scheduledRemoval = `select from graphile_worker.jobs where key = $1 and run_at > now() + interval '50 seconds'`
  expect((await site.pool.query(scheduledRemoval, [`remove ${name.slice(0, 32)}`])).rows).toHaveLength(1)
  await expect(backUp(nextFolder())).rejects.toThrow(
    'A backup or check of this site is already running. Wait until it is done.',
  )
  await lockClient.end()
  await removeUnusedFiles(site.media, name.slice(0, 32))
  expect(await site.media.storage.find(name)).toBeUndefined()
})

test('a backup is a consistent snapshot while members write', { timeout: 180_000 }, async () => {
  const activeSite = await startTestApp({ jobs: true })
  onTestFinished(activeSite.close)
  const members = await callConcurrently(2, () => activeSite.signUp())
  const folder = nextFolder()
  let isFinished = false
  let keptZines = 0
  const actAsMember = async (as: Member, at: number) => {
    for (let n = 0; !isFinished; n++) {
      const { id, mediaFiles } = await publishWithFiles(activeSite, as, `Zine ${at} ${n}`)
      for (const other of members)
        await activeSite.call({
          method: 'POST',
          path: '/api/favorites/zines',
          body: { zineId: id },
          as: other,
        })
      if (n % 3 > 0) await activeSite.call({ method: 'DELETE', path: `/api/zines/${id}`, body: {}, as })
      else keptZines += 1
      const deletedMember = await activeSite.signUp()
      const zine = await publishWithFiles(activeSite, deletedMember, `Gone ${at} ${n}`)
      await activeSite.call({ method: 'POST', path: '/api/favorites/zines', body: { zineId: zine.id }, as })
      const body = { username: deletedMember.username }
      const path = `/api/users/${deletedMember.id}`
      const response = await activeSite.call({ method: 'DELETE', path, body, as: deletedMember })
      expect(response.status, response.text).toBe(200)
      await storeMediaFiles(activeSite, mediaFiles[0] ?? '', { suffixes: [] })
    }
  }
  const activities = members.map(actAsMember)
  try {
    for (let n = 0; n < 3; n++) {
      await pause(200)
      if (n === 2) await expect.poll(() => keptZines, { timeout: 60_000 }).toBeGreaterThan(3)
      const result = await backUp(folder, activeSite)
      expect(result.missing).toEqual([])
    }
  } finally {
    isFinished = true
    await Promise.all(activities)
  }
  expect(await verifySite({ config: activeSite.config, pool: activeSite.pool, backups: folder })).toEqual([])
  const other = await restoreSite(home, folder)
  expect((await other.pool.query('select from zines')).rows.length).toBeGreaterThan(3)
  expect(await verifySite({ config: other.config, pool: other.pool })).toEqual([])
})

test('members whose deletion is in progress are in it completely or partly, and their deletion continues', {
  timeout: 180_000,
}, async () => {
  const [small, large] = [await site.signUp(), await site.signUp()]
  for (const as of [small, large]) {
    await publishWithFiles(site, as, `Of ${as.username}`)
    const favorite = (what: string, body: object) =>
      site.call({ method: 'POST', path: `/api/favorites/${what}`, body, as })
    await favorite('zines', { zineId: populated.one.id })
    await favorite('creators', { creatorId: populated.ana.id })
  }
  await site.db.transaction().execute(async (tx) => {
    await lockAccount(tx, large.id)
    await hideAccount(tx, large.id)
  })
  // The account is already removed from search; the rest of its data is not deleted yet.
  expect(await removeInSteps(site.db, large.id, { maxMs: 0 })).toBe(false)
  const folder = nextFolder()
  const sample = { documents: 20, terms: 20 }
  let removing: Promise<unknown> | undefined
  const remove = () => createOperator(site).runJson('member', 'remove', small.username, '--yes')
  const result = await backUp(folder, site, { onProgress: () => (removing ??= remove()) })
  expect(await removing).toMatchObject({ code: 0, outcome: 'done' })
  expect(result.missing).toEqual([])
  const members = async (at: TestApp) =>
    (await at.pool.query('select from users where id = any($1)', [[small.id, large.id]])).rowCount
  const other = await restoreSite(home, folder)
  expect([await members(site), await members(other)]).toEqual([1, 2])
  expect((await other.call({ path: `/api/users/${small.id}`, as: small })).status).toBe(200)
  expect((await other.call({ path: `/api/users/${large.id}` })).status).toBe(404)
  const findProblems = ({ config, pool }: TestApp, backups?: string) => verifySite({ config, pool, backups, sample })
  expect([await findProblems(site, folder), await findProblems(other)]).toEqual([[], []])
  const deletionJobs = `select from graphile_worker.jobs where key = 'delete-account ${large.id}'`
  expect((await other.pool.query(deletionJobs)).rowCount).toBe(1)
  for (const { db } of [site, other]) expect(await removeInSteps(db, large.id)).toBe(true)
  expect([await members(other), await findProblems(other)]).toEqual([1, []])
})

test.each([
  [undefined, 3],
  ['0', 0],
  ['23', 23],
])(
  'with BACKUP_HOUR %s a backup is due 13 minutes after %i UTC, up to 20 hours later after a stop',
  (backupHour, hour) => {
    const config = readConfig({ DATA_DIR: site.dataDir, ...(backupHour && { BACKUP_HOUR: backupHour }) })
    const [cronItem] = parseCrontab(backupCrontab(config))
    const minutes = Array.from({ length: 24 * 60 }, (_, minute) => minute)
    const isDue = (minute: number) =>
      cronItem?.match({ min: minute % 60, hour: Math.floor(minute / 60), date: 29, month: 2, dow: 3 })
    expect(minutes.filter(isDue)).toEqual([hour * 60 + 13])
    expect(cronItem?.options).toMatchObject({ backfillPeriod: 20 * 3_600_000, maxAttempts: 5, jobKey: 'make-backup' })
  },
)
