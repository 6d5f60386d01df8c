import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '#server/config/config.ts'
import { freeBytes } from '#server/db/free-bytes.ts'
import { openStorage } from '#server/media/storage/open-storage.ts'
import { backUpMedia, type MediaCounts, shareNewMedia } from './back-up-media.ts'
import { BackupError, toBackupError } from './backup-error.ts'
import { flushFolder, readLines, writeCompressed, writeNewFile } from './backup-files.ts'
import {
  backupNameAt,
  backupPaths,
  folderPaths,
  ignoreNotFound,
  listBackups,
  openBackup,
  openForWriting,
  removeUnfinished,
} from './backup-folder.ts'
import { hasValidMediaList } from './check-backup.ts'
import { type Manifest, siteFingerprints } from './manifest.ts'
import { readMediaList } from './media-list.ts'
import {
  type BackedUpRows,
  backUpRows,
  beginSnapshot,
  connectWithoutTimeouts,
  lockBackups,
  usedFilesPath,
} from './site-rows.ts'

export type BackupOptions = {
  config: Pick<Config, 'dataDir' | 's3' | 'secret' | 'secrets' | 'keepFreeMb'>
  pool: pg.Pool
  folder: string
  /** How many backups to retain; all by default. */
  keep?: number
  now?: Date
  onProgress?: (progress: string) => void
  signal?: AbortSignal | undefined
}

export type BackupResult = { name: string; rows: number; files: number; bytes: number; missing: string[] }

/** Backs up the running site: one snapshot and its files. The backup gets its name only when complete. */
export async function makeBackup(options: BackupOptions): Promise<BackupResult> {
  const folder = await openForWriting(options.folder, siteFingerprints(options.config)).catch(
    rethrowExplained(options.folder),
  )
  const lockClient = await connectWithoutTimeouts(options.pool)
  try {
    await lockBackups(lockClient)
    return await makeLocked(options, { folder, lockClient }).catch(rethrowExplained(folder))
  } finally {
    await lockClient.end()
  }
}

const rethrowExplained = (folder: string) => (error: unknown) => {
  throw toBackupError(error, folder)
}

type LockedBackup = { folder: string; lockClient: pg.ClientBase }

async function makeLocked(options: BackupOptions, { folder, lockClient }: LockedBackup): Promise<BackupResult> {
  const { now = new Date(), keep } = options
  const [name, paths] = [backupNameAt(now), folderPaths(folder)]
  const backup = paths.unfinished(name)
  try {
    await removeUnfinished(folder)
    await mkdir(join(backup, 'tables'), { recursive: true, mode: 0o700 })
    await mkdir(paths.media, { recursive: true, mode: 0o700 })
    const { manifest, unlisted } = await writeBackup(options, { folder, backup, now })
    await lockClient.query('select').catch(throwConnectionLost)
    await shareNewMedia(folder, backup)
    await finishBackup(backup, paths.backup(name))
    await removeOldBackups(folder, { created: name, keep, unlisted })
    return summarise(name, manifest)
  } catch (error) {
    await rm(backup, { recursive: true, force: true })
    throw error
  }
}

/** Without the lock, files may have been removed during the backup. */
function throwConnectionLost() {
  throw new BackupError('The connection to the database was lost, so there is no backup. Run it again.')
}

type BackupTarget = { folder: string; backup: string; now: Date }

async function writeBackup(options: BackupOptions, { folder, backup, now }: BackupTarget) {
  const rows = await snapshotRows(options, { folder, backup })
  const { media, unlisted } = await writeMedia(options, { folder, backup })
  const manifest: Manifest = {
    format: 1,
    madeAt: now.toISOString(),
    site: siteFingerprints(options.config)[0] ?? '',
    ...rows,
    media,
    ...(await backUpData(options.config, backup)),
  }
  await writeNewFile(backupPaths(backup).manifest, [JSON.stringify(manifest, null, 1)])
  return { manifest, unlisted }
}

/** Ends the snapshot after the rows: PostgreSQL cannot vacuum while a snapshot is open. */
async function snapshotRows(
  options: BackupOptions,
  { folder, backup }: Omit<BackupTarget, 'now'>,
): Promise<BackedUpRows> {
  const client = await connectWithoutTimeouts(options.pool)
  try {
    await beginSnapshot(client)
    const target = { backup, assertSpace: createSpaceCheck(folder, options.config), signal: options.signal }
    return await backUpRows(client, { ...target, onProgress: options.onProgress ?? noop })
  } finally {
    await client.end()
  }
}

async function writeMedia(options: BackupOptions, { folder, backup }: Omit<BackupTarget, 'now'>) {
  const counts: MediaCounts = { files: 0, bytes: 0, missing: [], unlisted: [] }
  const { onProgress = noop, config, signal } = options
  const lines = backUpMedia(
    {
      storage: await openStorage(config),
      folder,
      backup,
      usedFiles: readLines(usedFilesPath(backup)),
      previousFiles: await readPreviousList(folder),
      assertSpace: createSpaceCheck(folder, config),
      onFolder: (foldersDone) =>
        foldersDone % 32 === 0 && onProgress(`media: ${Math.round((foldersDone / 256) * 100)}%`),
      signal,
    },
    counts,
  )
  const list = await writeCompressed(backupPaths(backup).mediaList, lines, signal)
  await rm(usedFilesPath(backup))
  const { unlisted, ...media } = counts
  return { media: { list, ...media }, unlisted }
}

async function readPreviousList(folder: string) {
  for (const name of await listBackups(folder)) {
    const previous = await openBackup(folder, name).catch(() => undefined)
    if (previous && (await hasValidMediaList(previous))) return readMediaList(backupPaths(previous.path).mediaList)
  }
  return (async function* () {})()
}

async function finishBackup(unfinished: string, finished: string) {
  for (const folder of [join(unfinished, 'tables'), join(unfinished, 'pages'), unfinished]) await flushFolder(folder)
  await rename(unfinished, finished)
  await flushFolder(join(finished, '..'))
}

/** A backup on the site's own disk must respect `keepFreeMb`. */
function createSpaceCheck(folder: string, { dataDir, keepFreeMb }: BackupOptions['config']) {
  return async () => {
    // A site that stores everything elsewhere may have no data folder.
    const dataStats = await stat(dataDir).catch(ignoreNotFound)
    if ((await stat(folder)).dev !== dataStats?.dev || (await freeBytes(folder)) > keepFreeMb * 1024 * 1024) return
    throw new BackupError(
      `There is not enough free space in ${folder}. It is on the site’s disk, where ${keepFreeMb} MB must stay free (KEEP_FREE_MB).`,
    )
  }
}

const summarise = (name: string, { tables, media }: Manifest): BackupResult => ({
  name,
  rows: tables.reduce((sum, { rows }) => sum + rows, 0),
  files: media.files,
  bytes: media.bytes + tables.reduce((sum, { bytes }) => sum + bytes, 0),
  missing: media.missing,
})

const noop = () => undefined

/** In bytes: larger than any page an operator writes. */
const maxPageBytes = 1024 * 1024

type DataEntries = Pick<Manifest, 'secret' | 'pages'>

/** Backs up what exists only in `DATA_DIR`: the secret and the operator's pages. */
async function backUpData(
  { dataDir, secret }: Pick<Config, 'dataDir' | 'secret'>,
  backup: string,
): Promise<DataEntries> {
  const pages = await backUpPages(dataDir, backup)
  const ownSecret = await readFile(join(dataDir, 'secret'), 'utf8').catch(ignoreNotFound)
  // A secret from the settings is backed up with the settings, not here.
  if (ownSecret?.trim() !== secret) return { pages }
  return { pages, secret: await writeNewFile(backupPaths(backup).secret, [ownSecret]) }
}

async function backUpPages(dataDir: string, backup: string) {
  const folder = join(dataDir, 'pages')
  const names = ((await readdir(folder).catch(ignoreNotFound)) ?? []).filter((name) => /^[\w-]{1,64}\.md$/.test(name))
  await mkdir(join(backup, 'pages'), { mode: 0o700 })
  const pages: Manifest['pages'] = []
  for (const name of names) {
    const text = await readFile(join(folder, name))
    if (text.length <= maxPageBytes)
      pages.push({ name, ...(await writeNewFile(backupPaths(backup).page(name), [text])) })
  }
  return pages
}

type Retention = {
  /** The new backup. It stays even if the clock makes other backups look newer. */
  created: string
  keep?: number | undefined
  unlisted: string[]
}

async function removeOldBackups(folder: string, { created, keep, unlisted }: Retention) {
  const paths = folderPaths(folder)
  const others = (await listBackups(folder)).filter((name) => name !== created)
  const retainedCount = keep === undefined ? others.length : keep - 1
  for (const name of others.slice(retainedCount)) {
    // Deletes the manifest first: an interrupted deletion leaves no valid backup, and the next run completes it.
    await rm(backupPaths(paths.backup(name)).manifest, { force: true })
    await rm(paths.backup(name), { recursive: true, force: true })
  }
  const unusedFiles = new Set(unlisted)
  for (const name of others.slice(0, retainedCount)) {
    if (unusedFiles.size === 0) return
    const backup = await openBackup(folder, name).catch(ignoreInvalidBackup)
    if (!backup) continue
    // The files of this backup are unknown, so no file is deleted.
    if (!(await hasValidMediaList(backup))) return
    for await (const file of readMediaList(backupPaths(backup.path).mediaList)) unusedFiles.delete(file.name)
  }
  for (const name of unusedFiles) await rm(paths.mediaFile(name), { force: true })
}

/** A backup whose deletion was interrupted cannot be restored and uses no files. */
function ignoreInvalidBackup(error: unknown) {
  if (error instanceof BackupError) return undefined
  throw error
}
