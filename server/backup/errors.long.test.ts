import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import {
  copyFile,
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  statfs,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { openPool } from '#server/db/connection.ts'
import { openDatabase } from '#server/db/database.ts'
import { listMigrations } from '#server/db/migrate.ts'
import { canMount, megabytes, mountSmallDisk } from '#tests/support/small-disk.ts'
import { startTestApp } from '#tests/support/test-app.ts'
import { databaseUrlOf } from '#tests/support/test-database.ts'
import { createTestFolder } from '#tests/support/test-folder.ts'
import { backUpMedia } from './back-up-media.ts'
import { listBackups } from './backup-folder.ts'
import { checkBackup, chooseBackup } from './check-backup.ts'
import { countUsers, createEmptySite } from './empty-site.testing.ts'
import { makeBackup } from './make-backup.ts'
import { populateSite, publishWithFiles, storeMediaFiles } from './populated-site.testing.ts'
import { restoreBackup } from './restore-backup.ts'
import { connectWithoutTimeouts, lockBackups } from './site-rows.ts'
import { verifySite } from './verify/verify-site.ts'

const home = createTestFolder()
const site = await startTestApp()
afterAll(() => site.close())
const populated = await populateSite(site)

const backUp = (folder: string, options: object = {}) =>
  makeBackup({ config: site.config, pool: site.pool, folder, ...options })

const originalFolder = join(home, 'whole')
for (const day of [1, 2]) await backUp(originalFolder, { now: new Date(`2026-04-0${day}T00:00:00Z`) })
const names = await listBackups(originalFolder)
let copyCount = 0
async function copyOriginal() {
  const copy = join(home, `copy-${copyCount++}`)
  await cp(originalFolder, copy, { recursive: true })
  return copy
}
const pathInNewest = (folder: string, ...path: string[]) => join(folder, names[0] ?? '', ...path)

const emptySite = await createEmptySite(home)
const restore = (folder: string, { config } = emptySite) => restoreBackup({ config: config(), folder })

const findMediaFile = async (folder: string, at = 0) => {
  const [prefix = ''] = await readdir(join(folder, 'media'))
  const files = await readdir(join(folder, 'media', prefix))
  return join(folder, 'media', prefix, files[at] ?? '')
}

async function replaceByLink(folder: string, path: string) {
  await rename(path, join(folder, 'elsewhere'))
  await symlink(join(folder, 'elsewhere'), path)
}

async function changeManifest(folder: string, changes: object) {
  const path = pathInNewest(folder, 'manifest.json')
  await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, 'utf8')), ...changes }))
}

type Damage = (folder: string) => Promise<unknown>
const unsafeTable = { name: '../../secret', columns: ['id'], rows: 0, bytes: 0, sha256: '0'.repeat(64) }

const damageCases: Record<string, [Damage, said: RegExp]> = {
  'a manifest cut in half': [(at) => truncate(pathInNewest(at, 'manifest.json'), 300), /manifest\.json is damaged/],
  'no manifest': [(at) => rm(pathInNewest(at, 'manifest.json')), /is incomplete: it has no manifest/],
  'a manifest that leads elsewhere': [
    (at) => changeManifest(at, { tables: [unsafeTable] }),
    /manifest\.json is damaged/,
  ],
  'a table that is missing': [
    (at) => rm(pathInNewest(at, 'tables', 'users.zst')),
    /users\.zst is missing\nThe backup .* is intact/,
  ],
  'a table cut short': [(at) => truncate(pathInNewest(at, 'tables', 'zines.zst'), 60), /zines\.zst is damaged/],
  'a list of media cut short': [(at) => truncate(pathInNewest(at, 'media.zst'), 60), /media\.zst is damaged/],
  'a secret that is missing': [(at) => rm(pathInNewest(at, 'secret')), /secret is missing/],
  'a page that is missing': [(at) => rm(pathInNewest(at, 'pages', 'rules.md')), /rules\.md is missing/],
  'a file that is missing': [async (at) => rm(await findMediaFile(at)), /\.(webp|mp4) is missing/],
  'a file that changed': [async (at) => writeFile(await findMediaFile(at), Buffer.alloc(500)), /is damaged/],
  'a link in place of a table': [
    (at) => replaceByLink(at, pathInNewest(at, 'tables', 'users.zst')),
    /users\.zst is not a file/,
  ],
  'a link in place of a file': [async (at) => replaceByLink(at, await findMediaFile(at)), /is missing/],
  'a link in place of a backup': [(at) => replaceByLink(at, pathInNewest(at)), /is not a folder/],
  'a link in place of all media': [(at) => replaceByLink(at, join(at, 'media')), /media is not a folder/],
  'a newer schema': [
    (at) => changeManifest(at, { schema: '9999-later' }),
    /is from a newer version: its schema is 9999-later/,
  ],
  'no backup': [
    (at) => Promise.all(names.map((name) => rm(join(at, name), { recursive: true }))),
    /There is no backup in/,
  ],
}

describe('a restore is rejected with the problem, and changes nothing', () => {
  test.each(Object.entries(damageCases))('%s', async (_what, [damage, message]) => {
    const folder = await copyOriginal()
    await damage(folder)
    await expect(restore(folder)).rejects.toThrow(message)
    expect(await countUsers(emptySite.databaseUrl)).toBe(0)
  })

  test('a site with members', async () => {
    const own = () => ({ ...site.config, databaseUrl: databaseUrlOf(site.connection) })
    const restoring = restore(originalFolder, { ...emptySite, config: own })
    await expect(restoring).rejects.toThrow('Foldout is running on this database.')
    const other = await createEmptySite(home)
    const used = await startTestApp({ databaseUrl: other.databaseUrl })
    await used.signUp()
    await used.close()
    await expect(restore(originalFolder, other)).rejects.toThrow(/This site is not empty: there are rows in \w+\./)
  })

  test('a database with another application’s tables, even if they are empty', async () => {
    const other = await createEmptySite(home)
    const client = new pg.Client(other.databaseUrl)
    await client.connect()
    await client.query('create table invoices (id int)')
    await expect(restore(originalFolder, other)).rejects.toThrow('it has a table invoices')
    expect((await client.query(`select to_regclass('invoices') as is`)).rows[0].is).toBe('invoices')
    await client.end()
  })

  test('a secret that is another setting', async () => {
    const config = { ...emptySite.config(), secret: 'x'.repeat(32), secrets: ['x'.repeat(32)] }
    await expect(restoreBackup({ config, folder: originalFolder })).rejects.toThrow(/The setting SECRET differs/)
    const setting = 'a setting of thirty-two characters'
    const [folder, own] = [join(home, 'set'), { ...site.config, secret: setting, secrets: [setting] }]
    await makeBackup({ config: own, pool: site.pool, folder })
    await expect(restore(folder)).rejects.toThrow(/was made with the setting SECRET/)
    expect(await countUsers(emptySite.databaseUrl)).toBe(0)
  })
})

describe('a folder that cannot take backups is said in a sentence', () => {
  const file = join(originalFolder, 'foldout-backups.json')
  const partIsFile =
    'cannot exist, because a part of its name is a file. Name another folder, then run the command again.'

  test('a file, or a folder below one', async () => {
    for (const folder of [file, join(file, 'x', 'y')])
      await expect(backUp(folder)).rejects.toThrow(`${file} is a file. Name a folder for the backups.`)
    const command = [join(import.meta.dirname, '../admin/admin-main.ts'), 'restore', join(file, 'x')]
    const { status, stderr } = spawnSync(process.execPath, command, {
      env: { ...process.env, DATA_DIR: emptySite.dataDir },
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([1, `${join(file, 'x')} ${partIsFile}\n`])
  })

  test.skipIf(!canMount)('a read-only disk, new or with backups on it', async () => {
    const disk = await mountSmallDisk(50)
    onTestFinished(disk.unmount)
    const folder = join(disk.folder, 'backups')
    await backUp(folder)
    execFileSync('mount', ['-o', 'remount,ro', disk.folder])
    const readOnlyMessage =
      'is on a read-only disk. Make the disk writable or name another folder, then run the command again.'
    await expect(backUp(folder)).rejects.toThrow(readOnlyMessage)
    const newFolder = join(disk.folder, 'new')
    await expect(backUp(join(newFolder, 'one'))).rejects.toThrow(`${newFolder} ${readOnlyMessage}`)
  })

  test.each([
    [file, `${file} is not a folder. Nothing was changed.`],
    [join(file, 'x'), `${join(file, 'x')} ${partIsFile}`],
    [join(home, 'nowhere'), `There is no backup in ${join(home, 'nowhere')}.`],
  ])('verify reports it with its other findings: %s', async (backups, sentence) => {
    const problems = await verifySite({ config: site.config, pool: site.pool, backups })
    expect(problems).toContainEqual({ kind: 'backup', sentence })
  })
})

test('damaged and missing files do not prevent restoring the rest, if that is allowed', async () => {
  const folder = await copyOriginal()
  const [damaged, missing] = [await findMediaFile(folder), await findMediaFile(folder, 1)]
  await writeFile(damaged, Buffer.alloc(500))
  await expect(restore(folder, await createEmptySite(home))).rejects.toThrow(/is damaged/)
  await rm(missing)
  // Files copied by a refused restore stay, so this restore needs a new folder.
  const { config } = await createEmptySite(home)
  await expect(restore(folder, { ...emptySite, config })).rejects.toThrow(/--without-damaged/)
  const restored = await restoreBackup({ config: config(), folder, withoutDamaged: true })
  expect(restored.missing.toSorted()).toEqual([damaged, missing].map((path) => basename(path)).toSorted())
})

test('no site starts during a restore, and a second restore is rejected', async () => {
  const other = await createEmptySite(home)
  const holder = new pg.Client(other.databaseUrl)
  await holder.connect()
  await holder.query(`select pg_advisory_lock(hashtextextended('restore', 7))`)
  const restoreRunningMessage = 'A restore into this database is running. Start again when it is done.'
  await expect(openDatabase(other.config())).rejects.toThrow(restoreRunningMessage)
  await expect(restore(originalFolder, other)).rejects.toThrow('Foldout is running')
  await holder.end()
  const startingPool = openPool({ connectionString: other.databaseUrl })
  await startingPool.query('select')
  await expect(restore(originalFolder, other)).rejects.toThrow('Foldout is running')
  await startingPool.end()
  await restore(originalFolder, other)
  const database = await openDatabase(other.config())
  expect((await database.pool.query('select from zines')).rows).toHaveLength(2)
  await database.stop()
})

test('an older backup restored into a site with a newer schema is migrated', async () => {
  const other = await createEmptySite(home)
  const database = await openDatabase(other.config())
  await database.pool.query(`insert into kysely_migration values ('9998-of-tomorrow', now()::text)`)
  await database.stop()
  await restore(originalFolder, other)
  const restarted = await openDatabase(other.config())
  const { rows } = await restarted.pool.query(
    'select max(name) as last, (select count(*)::int from zines) as zines from kysely_migration',
  )
  expect(rows).toEqual([{ last: (await listMigrations()).at(-1), zines: 2 }])
  await restarted.stop()
})

describe('a backup is rejected', () => {
  test('in the folder of another site, but not of this one with its secret changed', async () => {
    const folder = await copyOriginal()
    const other = 'another secret of thirty-two letters'
    const config = { ...site.config, secret: other, secrets: [other] }
    await expect(makeBackup({ config, pool: site.pool, folder })).rejects.toThrow(
      'contains the backups of another site',
    )
    expect(await listBackups(folder)).toHaveLength(2)
    const changed = { ...config, secrets: [other, site.config.secret] }
    await makeBackup({ config: changed, pool: site.pool, folder })
    await makeBackup({ config, pool: site.pool, folder })
    expect(await listBackups(folder)).toHaveLength(4)
  })

  test('in a folder with other content', async () => {
    const folder = join(home, 'papers')
    await mkdir(folder)
    await copyFile(join(originalFolder, 'foldout-backups.json'), join(folder, 'letter.txt'))
    await expect(backUp(folder)).rejects.toThrow('contains other files, such as letter.txt')
  })

  test('where a symbolic link replaces media or a file of them, which stays unchanged', async () => {
    const [one, two] = [await copyOriginal(), await copyOriginal()]
    const outsideFile = join(home, 'outside')
    await writeFile(outsideFile, 'mine')
    const file = await findMediaFile(one)
    await rm(file)
    await symlink(outsideFile, file)
    await expect(backUp(one)).rejects.toThrow('is not a file')
    await rename(join(two, 'media'), join(home, 'moved'))
    await symlink(join(home, 'moved'), join(two, 'media'))
    await expect(backUp(two)).rejects.toThrow('is not a folder')
    expect(await readFile(outsideFile, 'utf8')).toBe('mine')
  })

  /** Makes a backup and terminates the connections that run matching queries. */
  async function backUpInterrupted(folder: string, condition: string, options: object = {}) {
    const terminations: Promise<unknown>[] = []
    const terminateQuery = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and (${condition})`
    const onProgress = (progress: string) =>
      progress.startsWith('users') && terminations.push(site.pool.query(terminateQuery))
    await backUp(folder, { ...options, onProgress }).finally(() => Promise.all(terminations))
  }

  test('when its connection breaks, and leaves nothing that looks like a backup', async () => {
    const folder = join(home, 'broken')
    const copyQueries = `query like 'copy (%' or query like '%files stay%'`
    await expect(backUpInterrupted(folder, copyQueries)).rejects.toThrow()
    expect(await listBackups(folder)).toEqual([])
    await backUp(folder)
    expect(await listBackups(folder)).toHaveLength(1)
    expect((await readdir(folder)).filter((name) => name.startsWith('unfinished'))).toEqual([])
  })

  test('when the lock was lost, so that files may have been deleted', async () => {
    const folder = await copyOriginal()
    const backingUp = backUpInterrupted(folder, `query like 'select pg_advisory_lock(%'`, { keep: 1 })
    await expect(backingUp).rejects.toThrow('The connection to the database was lost')
    expect(await listBackups(folder)).toEqual(names)
  })

  test('when another is being made there, whose work stays', async () => {
    const [folder, lockClient] = [await copyOriginal(), await connectWithoutTimeouts(site.pool)]
    await lockBackups(lockClient)
    await mkdir(join(folder, 'unfinished-1-of-the-other'))
    await expect(backUp(folder)).rejects.toThrow('is already running')
    expect(await readdir(folder)).toContain('unfinished-1-of-the-other')
    await lockClient.end()
    await expect.poll(() => backUp(folder).catch(() => undefined)).toBeDefined()
    expect(await readdir(folder)).not.toContain('unfinished-1-of-the-other')
  })
})

describe('a backup is made', () => {
  const damageCases: Damage[] = [
    (at) => truncate(pathInNewest(at, 'media.zst'), 60),
    (at) => rm(pathInNewest(at, 'media.zst')),
    (at) => rm(pathInNewest(at, 'manifest.json')),
    (at) => Promise.all(['manifest.json', 'media.zst'].map((name) => rm(pathInNewest(at, name)))),
  ]
  test.each(damageCases)('though the one before is damaged, or was cut off while it was removed', async (damage) => {
    const folder = await copyOriginal()
    await damage(folder)
    const strayFile = join(folder, 'media', '00', `${'0'.repeat(32)}-400.webp`)
    await mkdir(join(folder, 'media', '00'), { recursive: true })
    await writeFile(strayFile, 'of no backup')
    const { name } = await backUp(folder)
    await rm(pathInNewest(folder), { recursive: true })
    expect((await listBackups(folder))[0]).toBe(name)
    await backUp(folder)
    expect(existsSync(strayFile)).toBe(false)
    expect(await checkBackup(await chooseBackup(folder, name), { deep: true })).toEqual([])
  })

  test('and stays, with what the others have, when the clock was ahead before', async () => {
    const folder = join(home, 'ahead')
    const { id, mediaFiles } = await publishWithFiles(site, populated.ana, 'Of tomorrow')
    const futureBackup = await backUp(folder, { now: new Date('2099-01-01T00:00:00Z') })
    await site.call({ method: 'DELETE', path: `/api/zines/${id}`, body: {}, as: populated.ana })
    await site.pool.query('delete from media where hash = $1', [mediaFiles[0]?.slice(7, 39)])
    const currentBackup = await backUp(folder)
    expect(await checkBackup(await chooseBackup(folder, futureBackup.name))).toEqual([])
    const last = await backUp(folder, { keep: 1, now: new Date(Date.now() + 1000) })
    expect(await listBackups(folder)).toEqual([last.name])
    expect(currentBackup.name < last.name).toBe(true)
  })

  test('where the site has no folder of its own', async () => {
    const config = { ...site.config, dataDir: join(home, 'never made'), s3: undefined }
    const folder = join(home, 'of a bucket')
    await makeBackup({ config, pool: site.pool, folder })
    expect(await listBackups(folder)).toHaveLength(1)
  })
})

test('a file that the site has lost is named, and everything else is there', async () => {
  const folder = join(home, 'lost')
  const { mediaFiles } = await publishWithFiles(site, populated.ana, 'Half lost')
  const name = (mediaFiles[0] ?? '').slice('/media/'.length)
  await site.media.storage.remove(name)
  expect((await backUp(folder)).missing).toEqual([name])
  expect((await restore(folder, await createEmptySite(home))).missing).toEqual([name])
  await storeMediaFiles(site, mediaFiles[0] ?? '')
})

test('a file that the storage does not send to its end is not backed up', async () => {
  const folder = join(home, 'cut short')
  const name = `${'0'.repeat(32)}-400.webp`
  const findTruncated = async () => ({ size: 3, read: async () => Readable.from([Buffer.from('ab')]) })
  const lines = backUpMedia(
    {
      folder,
      backup: join(folder, 'unfinished'),
      storage: { ...site.media.storage, find: findTruncated },
      usedFiles: Readable.from([name]),
      previousFiles: Readable.from([]),
      assertSpace: async () => undefined,
      onFolder: () => undefined,
    },
    { files: 0, bytes: 0, missing: [], unlisted: [] },
  )
  await expect(lines.next()).rejects.toThrow(`${name} ended after 2 of 3 bytes.`)
  expect(await readdir(join(folder, 'media', '00'))).toEqual([])
})

describe.skipIf(!canMount)('on a full disk (skipped where none can be mounted)', () => {
  async function smallDisk() {
    const disk = await mountSmallDisk(4)
    onTestFinished(disk.unmount)
    return disk
  }

  test('a backup is rejected when a disk is full, and succeeds when there is space', async () => {
    const disk = await smallDisk()
    const folder = join(disk.folder, 'backups')
    const listFiles = async () =>
      (await readdir(folder, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
    for (const bytesLeft of [0, 8_000, 30_000, 120_000]) {
      await disk.fillUpTo(bytesLeft)
      await expect(backUp(folder)).rejects.toThrow(/There is no space left|ENOSPC/)
      expect(await listFiles()).toEqual(['foldout-backups.json'])
    }
    await disk.freeSpace()
    const { name } = await backUp(folder)
    expect(await checkBackup(await chooseBackup(folder, name), { deep: true })).toEqual([])
  })

  test('a restore is rejected, and can be repeated', async () => {
    const disk = await smallDisk()
    const other = await createEmptySite(home, { DATA_DIR: disk.folder })
    await disk.fillUpTo(8_000)
    await expect(restore(originalFolder, other)).rejects.toThrow('There is no space left')
    await disk.freeSpace()
    expect(await restore(originalFolder, other)).toMatchObject({ missing: [] })
  })

  test('on the site’s own disk it leaves the configured free space', async () => {
    const disk = await smallDisk()
    await disk.fillUpTo(megabytes(2))
    const config = { ...site.config, dataDir: disk.folder, keepFreeMb: 3 }
    const folder = join(disk.folder, 'b')
    await expect(makeBackup({ config, pool: site.pool, folder })).rejects.toThrow('3 MB must stay free (KEEP_FREE_MB)')
  })

  test('a backup that ends early removes the files that it copied, and those of other backups stay', async () => {
    const disk = await smallDisk()
    const folder = join(disk.folder, 'backups')
    await backUp(folder)
    const listFiles = async () => (await readdir(folder, { recursive: true })).filter((name) => name.includes('.'))
    const before = await listFiles()
    const { mediaFiles } = await publishWithFiles(site, populated.ana, 'Too large for the disk', ['image', 'image'])
    for (const address of mediaFiles) await storeMediaFiles(site, address, { bytes: megabytes(0.5) })
    await disk.fillUpTo(megabytes(2))
    const { bavail } = await statfs(folder)
    await expect(backUp(folder)).rejects.toThrow('There is no space left')
    expect(await listFiles()).toEqual(before)
    // The folders of the files stay.
    expect((await statfs(folder)).bavail).toBeGreaterThan(bavail - 10)

    await disk.freeSpace()
    const cancelled = new AbortController()
    const onProgress = (progress: string) => progress === 'media: 100%' && cancelled.abort()
    await expect(backUp(folder, { signal: cancelled.signal, onProgress })).rejects.toThrow()
    expect(await listFiles()).toEqual(before)
  })
})
