import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startJobs } from '#server/db/jobs.ts'
import { startS3Server } from '#tests/support/s3-server.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createTestFolder } from '#tests/support/test-folder.ts'
import { backupJobs } from './backup.jobs.ts'
import { listBackups } from './backup-folder.ts'
import { restoreSite } from './empty-site.testing.ts'
import { makeBackup } from './make-backup.ts'
import { publishWithFiles } from './populated-site.testing.ts'

const home = createTestFolder()
const site = await openTestApp()
const creator = await site.signUp()

const backUp = (folder: string, from = site, options: object = {}) =>
  makeBackup({ config: from.config, pool: from.pool, folder, ...options })

test('media move between the disk and S3 with it, and an unchanged file is not copied again', {
  timeout: 180_000,
}, async () => {
  const local = await startS3Server({ directory: join(home, 's3') })
  onTestFinished(() => local.close().catch(() => undefined))
  const [first, second] = [join(home, 'first'), join(home, 'second')]
  const { mediaFiles } = await publishWithFiles(site, creator, 'Moths')
  const fromDisk = await backUp(first)
  const inBucket = await restoreSite(home, first, { settings: local.settings })
  const [address = ''] = mediaFiles
  const bytes = async (at: TestApp) => (await at.app.inject({ url: address })).rawPayload
  expect((await bytes(inBucket)).equals(await bytes(site))).toBe(true)
  expect(await readdir(join(inBucket.config.dataDir, 'media')).catch(() => [])).not.toContain(address.slice(7, 9))
  expect(await backUp(second, inBucket)).toMatchObject({ files: fromDisk.files, missing: [] })
  await local.close()
  const unchanged = await backUp(second, inBucket, { now: new Date(Date.now() + 1000) })
  expect(unchanged).toMatchObject({ files: fromDisk.files, missing: [] })
  const onDisk = await restoreSite(home, second)
  expect((await bytes(onDisk)).equals(await bytes(site))).toBe(true)
})

test('each night one is added, the oldest are deleted, and with them unreferenced files', {
  timeout: 180_000,
}, async () => {
  const backupDir = join(home, 'nightly')
  const config = { ...site.config, backupDir, backupKeep: 2 }
  let currentNight = new Date('2026-03-01T03:13:00Z')
  const tasks = backupJobs({ config, pool: site.pool, now: () => currentNight })
  const runner = await startJobs(site.pool, { 'make-backup': tasks['make-backup'] as never }, '', site.app.log)
  const makeNightlyBackup = async () => {
    await site.pool.query(`select graphile_worker.add_job('make-backup', '{}')`)
    const name = currentNight.toISOString().replaceAll(':', '-')
    await expect.poll(async () => (await listBackups(backupDir))[0]).toBe(name)
    const countBackupJobs = async () =>
      (await site.pool.query(`select from graphile_worker.jobs where task_identifier = 'make-backup'`)).rows.length
    await expect.poll(countBackupJobs).toBe(0)
    currentNight = new Date(currentNight.getTime() + 24 * 60 * 60 * 1000)
  }
  const { id, mediaFiles } = await publishWithFiles(site, creator, 'For two nights')
  const name = (mediaFiles[0] ?? '').slice('/media/'.length)
  const isBackedUp = () => existsSync(join(backupDir, 'media', name.slice(0, 2), name))
  await makeNightlyBackup()
  expect(isBackedUp()).toBe(true)
  await site.call({ method: 'DELETE', path: `/api/zines/${id}`, body: {}, as: creator })
  for (const isExpected of [true, false]) {
    await makeNightlyBackup()
    expect(isBackedUp()).toBe(isExpected)
  }
  await runner.stop()
  expect(await listBackups(backupDir)).toEqual([3, 2].map((day) => `2026-03-0${day}T03-13-00.000Z`))
})
