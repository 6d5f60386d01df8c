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
import { ownFolder } from '#tests/support/own-folder.ts'
import { canMount, mb, mountSmallDisk } from '#tests/support/small-disk.ts'
import { startTestApp } from '#tests/support/test-app.ts'
import { addressOf } from '#tests/support/test-database.ts'
import { listBackups } from './backup-folder.ts'
import { checkBackup, chooseBackup } from './check-backup.ts'
import { keepMedia } from './keep-media.ts'
import { keepFiles, liveIn, publishWhole } from './lived-in-site.testing.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { connectPatiently, takeBackupTurn } from './site-rows.ts'
import { countUsers, emptyPlace } from './site-to-restore.testing.ts'
import { verifySite } from './verify/verify-site.ts'

const home = ownFolder()
const site = await startTestApp()
afterAll(() => site.close())
const lived = await liveIn(site)

const backUp = (folder: string, more: object = {}) =>
  makeBackup({ config: site.config, pool: site.pool, folder, ...more })

const whole = join(home, 'whole')
for (const day of [1, 2]) await backUp(whole, { now: new Date(`2026-04-0${day}T00:00:00Z`) })
const names = await listBackups(whole)
let copies = 0
async function copyOfWhole() {
  const copy = join(home, `copy-${copies++}`)
  await cp(whole, copy, { recursive: true })
  return copy
}
const inNewest = (folder: string, ...path: string[]) => join(folder, names[0] ?? '', ...path)

const place = await emptyPlace(home)
const restore = (folder: string, { config } = place) => restoreBackup({ config: config(), folder })

const mediaOf = async (folder: string, at = 0) => {
  const [prefix = ''] = await readdir(join(folder, 'media'))
  const files = await readdir(join(folder, 'media', prefix))
  return join(folder, 'media', prefix, files[at] ?? '')
}

async function linkTo(folder: string, path: string) {
  await rename(path, join(folder, 'elsewhere'))
  await symlink(join(folder, 'elsewhere'), path)
}

async function changeManifest(folder: string, change: object) {
  const path = inNewest(folder, 'manifest.json')
  await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, 'utf8')), ...change }))
}

type Damage = (folder: string) => Promise<unknown>
const elsewhere = { name: '../../secret', columns: ['id'], rows: 0, bytes: 0, sha256: '0'.repeat(64) }

const damages: Record<string, [Damage, said: RegExp]> = {
  'a manifest cut in half': [
    (at) => truncate(inNewest(at, 'manifest.json'), 300),
    /manifest\.json is damaged/,
  ],
  'no manifest': [(at) => rm(inNewest(at, 'manifest.json')), /is incomplete: it has no manifest/],
  'a manifest that leads elsewhere': [
    (at) => changeManifest(at, { tables: [elsewhere] }),
    /manifest\.json is damaged/,
  ],
  'a table that is missing': [
    (at) => rm(inNewest(at, 'tables', 'users.zst')),
    /users\.zst is missing\nThe backup .* is intact/,
  ],
  'a table cut short': [(at) => truncate(inNewest(at, 'tables', 'zines.zst'), 60), /zines\.zst is damaged/],
  'a list of media cut short': [(at) => truncate(inNewest(at, 'media.zst'), 60), /media\.zst is damaged/],
  'a secret that is missing': [(at) => rm(inNewest(at, 'secret')), /secret is missing/],
  'a page that is missing': [(at) => rm(inNewest(at, 'pages', 'rules.md')), /rules\.md is missing/],
  'a file that is missing': [async (at) => rm(await mediaOf(at)), /\.(webp|mp4) is missing/],
  'a file that changed': [async (at) => writeFile(await mediaOf(at), Buffer.alloc(500)), /is damaged/],
  'a link in place of a table': [
    (at) => linkTo(at, inNewest(at, 'tables', 'users.zst')),
    /users\.zst is not a file/,
  ],
  'a link in place of a file': [async (at) => linkTo(at, await mediaOf(at)), /is missing/],
  'a link in place of a backup': [(at) => linkTo(at, inNewest(at)), /is not a folder/],
  'a link in place of all media': [(at) => linkTo(at, join(at, 'media')), /media is not a folder/],
  'a newer schema': [
    (at) => changeManifest(at, { schema: '9999-later' }),
    /is from a newer version: its schema is 9999-later/,
  ],
  'a schema of before 1.0.0': [
    (at) => changeManifest(at, { schema: '0033-own-blocks' }),
    /before 1\.0\.0\. Restore it with version 0\.1\.0 at commit f4976c2546df, then start this version/,
  ],
  'no backup': [
    (at) => Promise.all(names.map((name) => rm(join(at, name), { recursive: true }))),
    /There is no backup in/,
  ],
}

describe('a restore is rejected with the problem, and changes nothing', () => {
  test.each(Object.entries(damages))('%s', async (_what, [damage, said]) => {
    const folder = await copyOfWhole()
    await damage(folder)
    await expect(restore(folder)).rejects.toThrow(said)
    expect(await countUsers(place.databaseUrl)).toBe(0)
  })

  test('a site with members', async () => {
    const own = () => ({ ...site.config, databaseUrl: addressOf(site.connection) })
    const restoring = restore(whole, { ...place, config: own })
    await expect(restoring).rejects.toThrow('Foldout is running on this database.')
    const other = await emptyPlace(home)
    const used = await startTestApp({ databaseUrl: other.databaseUrl })
    await used.signUp()
    await used.close()
    await expect(restore(whole, other)).rejects.toThrow(/This site is not empty: there are rows in \w+\./)
  })

  test('a database with another application’s tables, even if they are empty', async () => {
    const other = await emptyPlace(home)
    const client = new pg.Client(other.databaseUrl)
    await client.connect()
    await client.query('create table invoices (id int)')
    await expect(restore(whole, other)).rejects.toThrow('it has a table invoices')
    expect((await client.query(`select to_regclass('invoices') as is`)).rows[0].is).toBe('invoices')
    await client.end()
  })

  test('a secret that is another setting', async () => {
    const config = { ...place.config(), secret: 'x'.repeat(32), secrets: ['x'.repeat(32)] }
    await expect(restoreBackup({ config, folder: whole })).rejects.toThrow(/The setting SECRET differs/)
    const setting = 'a setting of thirty-two characters'
    const [folder, own] = [join(home, 'set'), { ...site.config, secret: setting, secrets: [setting] }]
    await makeBackup({ config: own, pool: site.pool, folder })
    await expect(restore(folder)).rejects.toThrow(/was made with the setting SECRET/)
    expect(await countUsers(place.databaseUrl)).toBe(0)
  })
})

describe('a folder that cannot take backups is said in a sentence', () => {
  const file = join(whole, 'foldout-backups.json')
  const partIsFile =
    'cannot exist, because a part of its name is a file. Name another folder, then run the command again.'

  test('a file, or a folder below one', async () => {
    for (const folder of [file, join(file, 'x', 'y')])
      await expect(backUp(folder)).rejects.toThrow(`${file} is a file. Name a folder for the backups.`)
    const command = [join(import.meta.dirname, 'restore-main.ts'), join(file, 'x')]
    const { status, stderr } = spawnSync(process.execPath, command, {
      ...{ env: { ...process.env, DATA_DIR: place.dataDir }, encoding: 'utf8' },
    })
    expect([status, stderr]).toEqual([1, `${join(file, 'x')} ${partIsFile}\n`])
  })

  test.skipIf(!canMount)('a read-only disk, new or with backups on it', async () => {
    const disk = await mountSmallDisk(50)
    onTestFinished(disk.unmount)
    const folder = join(disk.folder, 'backups')
    await backUp(folder)
    execFileSync('mount', ['-o', 'remount,ro', disk.folder])
    const said =
      'is on a read-only disk. Make the disk writable or name another folder, then run the command again.'
    await expect(backUp(folder)).rejects.toThrow(said)
    const fresh = join(disk.folder, 'new')
    await expect(backUp(join(fresh, 'one'))).rejects.toThrow(`${fresh} ${said}`)
  })

  test.each([
    [file, `${file} is not a folder. Nothing was changed.`],
    [join(file, 'x'), `${join(file, 'x')} ${partIsFile}`],
    [join(home, 'nowhere'), `There is no backup in ${join(home, 'nowhere')}.`],
  ])('verify reports it with its other findings: %s', async (backups, sentence) => {
    const faults = await verifySite({ config: site.config, pool: site.pool, backups })
    expect(faults).toContainEqual({ kind: 'backup', sentence })
  })
})

test('damaged and missing files do not prevent restoring the rest, if that is allowed', async () => {
  const folder = await copyOfWhole()
  const [damaged, missing] = [await mediaOf(folder), await mediaOf(folder, 1)]
  await writeFile(damaged, Buffer.alloc(500))
  await expect(restore(folder, await emptyPlace(home))).rejects.toThrow(/is damaged/)
  await rm(missing)
  // Files copied by a refused restore stay, so this restore needs a new folder.
  const { config } = await emptyPlace(home)
  await expect(restore(folder, { ...place, config })).rejects.toThrow(/--without-damaged/)
  const restored = await restoreBackup({ config: config(), folder, withoutDamaged: true })
  expect(restored.missing.toSorted()).toEqual([damaged, missing].map((path) => basename(path)).toSorted())
})

test('no site starts on a database during a restore, and of two restores one is rejected', async () => {
  const other = await emptyPlace(home)
  const holder = new pg.Client(other.databaseUrl)
  await holder.connect()
  await holder.query(`select pg_advisory_lock(hashtextextended('restore', 7))`)
  const under = 'A restore into this database is running. Start again when it is done.'
  await expect(openDatabase(other.config())).rejects.toThrow(under)
  await expect(restore(whole, other)).rejects.toThrow('Foldout is running')
  await holder.end()
  const starting = openPool({ connectionString: other.databaseUrl })
  await starting.query('select')
  await expect(restore(whole, other)).rejects.toThrow('Foldout is running')
  await starting.end()
  await restore(whole, other)
  const database = await openDatabase(other.config())
  expect((await database.pool.query('select from zines')).rows).toHaveLength(2)
  await database.stop()
})

test('an older backup restored into a site with a newer schema is migrated', async () => {
  const other = await emptyPlace(home)
  const started = await openDatabase(other.config())
  await started.pool.query(`insert into kysely_migration values ('9998-of-tomorrow', now()::text)`)
  await started.stop()
  await restore(whole, other)
  const again = await openDatabase(other.config())
  const { rows } = await again.pool.query(
    'select max(name) as last, (select count(*)::int from zines) as zines from kysely_migration',
  )
  expect(rows).toEqual([{ last: (await listMigrations()).at(-1), zines: 2 }])
  await again.stop()
})

describe('a backup is rejected', () => {
  test('in the folder of another site, but not of this one with its secret changed', async () => {
    const folder = await copyOfWhole()
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
    await copyFile(join(whole, 'foldout-backups.json'), join(folder, 'letter.txt'))
    await expect(backUp(folder)).rejects.toThrow('contains other files, such as letter.txt')
  })

  test('where a symbolic link replaces media or a file of them, which stays unchanged', async () => {
    const [one, two] = [await copyOfWhole(), await copyOfWhole()]
    const outside = join(home, 'outside')
    await writeFile(outside, 'mine')
    const file = await mediaOf(one)
    await rm(file)
    await symlink(outside, file)
    await expect(backUp(one)).rejects.toThrow('is not a file')
    await rename(join(two, 'media'), join(home, 'moved'))
    await symlink(join(home, 'moved'), join(two, 'media'))
    await expect(backUp(two)).rejects.toThrow('is not a folder')
    expect(await readFile(outside, 'utf8')).toBe('mine')
  })

  /** Makes a backup and terminates the connections that run matching queries. */
  async function backUpCutOff(folder: string, queries: string, more: object = {}) {
    const ending: Promise<unknown>[] = []
    const end = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and (${queries})`
    const onStep = (step: string) => step.startsWith('users') && ending.push(site.pool.query(end))
    await backUp(folder, { ...more, onStep }).finally(() => Promise.all(ending))
  }

  test('when its connection breaks, and leaves nothing that looks like a backup', async () => {
    const folder = join(home, 'broken')
    const copying = `query like 'copy (%' or query like '%files stay%'`
    await expect(backUpCutOff(folder, copying)).rejects.toThrow()
    expect(await listBackups(folder)).toEqual([])
    await backUp(folder)
    expect(await listBackups(folder)).toHaveLength(1)
    expect((await readdir(folder)).filter((name) => name.startsWith('unfinished'))).toEqual([])
  })

  test('when the lock was lost, so that files may have been deleted', async () => {
    const folder = await copyOfWhole()
    const making = backUpCutOff(folder, `query like 'select pg_advisory_lock(%'`, { keep: 1 })
    await expect(making).rejects.toThrow('The connection to the database was lost')
    expect(await listBackups(folder)).toEqual(names)
  })

  test('when another is being made there, whose work stays', async () => {
    const [folder, turn] = [await copyOfWhole(), await connectPatiently(site.pool)]
    await takeBackupTurn(turn)
    await mkdir(join(folder, 'unfinished-1-of-the-other'))
    await expect(backUp(folder)).rejects.toThrow('is already running')
    expect(await readdir(folder)).toContain('unfinished-1-of-the-other')
    await turn.end()
    await expect.poll(() => backUp(folder).catch(() => undefined)).toBeDefined()
    expect(await readdir(folder)).not.toContain('unfinished-1-of-the-other')
  })
})

describe('a backup is made', () => {
  const damages: Damage[] = [
    (at) => truncate(inNewest(at, 'media.zst'), 60),
    (at) => rm(inNewest(at, 'media.zst')),
    (at) => rm(inNewest(at, 'manifest.json')),
    (at) => Promise.all(['manifest.json', 'media.zst'].map((name) => rm(inNewest(at, name)))),
  ]
  test.each(damages)(
    'though the one before is damaged, or was cut off while it was removed',
    async (damage) => {
      const folder = await copyOfWhole()
      await damage(folder)
      const stray = join(folder, 'media', '00', `${'0'.repeat(32)}-400.webp`)
      await mkdir(join(folder, 'media', '00'), { recursive: true })
      await writeFile(stray, 'of no backup')
      const { name } = await backUp(folder)
      await rm(inNewest(folder), { recursive: true })
      expect((await listBackups(folder))[0]).toBe(name)
      await backUp(folder)
      expect(existsSync(stray)).toBe(false)
      expect(await checkBackup(await chooseBackup(folder, name), { deep: true })).toEqual([])
    },
  )

  test('and stays, with what the others have, when the clock was ahead before', async () => {
    const folder = join(home, 'ahead')
    const { id, mediaFiles } = await publishWhole(site, lived.ana, 'Of tomorrow')
    const ahead = await backUp(folder, { now: new Date('2099-01-01T00:00:00Z') })
    await site.call({ method: 'DELETE', path: `/api/zines/${id}`, body: {}, as: lived.ana })
    await site.pool.query('delete from media where hash = $1', [mediaFiles[0]?.slice(7, 39)])
    const made = await backUp(folder)
    expect(await checkBackup(await chooseBackup(folder, ahead.name))).toEqual([])
    const last = await backUp(folder, { keep: 1, now: new Date(Date.now() + 1000) })
    expect(await listBackups(folder)).toEqual([last.name])
    expect(made.name < last.name).toBe(true)
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
  const { mediaFiles } = await publishWhole(site, lived.ana, 'Half lost')
  const name = (mediaFiles[0] ?? '').slice('/media/'.length)
  await site.media.storage.remove(name)
  expect((await backUp(folder)).missing).toEqual([name])
  expect((await restore(folder, await emptyPlace(home))).missing).toEqual([name])
  await keepFiles(site, mediaFiles[0] ?? '')
})

test('a file that the storage does not send to its end is not backed up', async () => {
  const folder = join(home, 'cut short')
  const name = `${'0'.repeat(32)}-400.webp`
  const cutShort = async () => ({ size: 3, read: async () => Readable.from([Buffer.from('ab')]) })
  const lines = keepMedia(
    {
      folder,
      storage: { ...site.media.storage, find: cutShort },
      shown: Readable.from([name]),
      before: Readable.from([]),
      assertRoom: async () => undefined,
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
    for (const left of [0, 8_000, 30_000, 120_000]) {
      await disk.leave(left)
      await expect(backUp(folder)).rejects.toThrow(/There is no space left|ENOSPC/)
      expect(await listBackups(folder)).toEqual([])
    }
    await disk.empty()
    const { name } = await backUp(folder)
    expect(await checkBackup(await chooseBackup(folder, name), { deep: true })).toEqual([])
  })

  test('a restore is rejected, and can be repeated', async () => {
    const disk = await smallDisk()
    const other = await emptyPlace(home, { DATA_DIR: disk.folder })
    await disk.leave(8_000)
    await expect(restore(whole, other)).rejects.toThrow('There is no space left')
    await disk.empty()
    expect(await restore(whole, other)).toMatchObject({ missing: [] })
  })

  test('on the site’s own disk it leaves the configured free space', async () => {
    const disk = await smallDisk()
    await disk.leave(mb(2))
    const config = { ...site.config, dataDir: disk.folder, keepFreeMb: 3 }
    const folder = join(disk.folder, 'b')
    await expect(makeBackup({ config, pool: site.pool, folder })).rejects.toThrow(
      '3 MB must stay free (KEEP_FREE_MB)',
    )
  })
})
