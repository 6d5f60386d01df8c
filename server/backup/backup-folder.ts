import { existsSync } from 'node:fs'
import { access, constants, lstat, mkdir, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { BackupError } from './backup-error.ts'
import { type Manifest, readManifest } from './manifest.ts'

const markerFile = 'foldout-backups.json'
const unfinishedPattern = /^unfinished-\d+-/
const backupNamePattern = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/

/** Backups are named by their time, in characters that every file system and shell accepts. Names sort by time. */
export const backupNameAt = (time: Date) => time.toISOString().replaceAll(':', '-')

export const folderPaths = (folder: string) => ({
  backup: (name: string) => join(folder, name),
  /** The name contains the process id, so that leftovers of dead processes can be removed. */
  unfinished: (name: string) => join(folder, `unfinished-${process.pid}-${name}`),
  media: join(folder, 'media'),
  mediaFile: (name: string) => join(folder, 'media', name.slice(0, 2), name),
})

export const backupPaths = (backup: string) => ({
  manifest: join(backup, 'manifest.json'),
  table: (name: string) => join(backup, 'tables', `${name}.zst`),
  jobs: join(backup, 'jobs.zst'),
  mediaList: join(backup, 'media.zst'),
  /** Files that no other backup has, until the backup is complete. */
  newMedia: join(backup, 'media'),
  newMediaFile: (name: string) => join(backup, 'media', name.slice(0, 2), name),
  secret: join(backup, 'secret'),
  page: (name: string) => join(backup, 'pages', name),
})

/** Opens a folder for this site's backups: new, empty, or with backups of the same site. */
export async function openForWriting(path: string, [fingerprint = '', ...formerFingerprints]: string[]) {
  const folder = resolve(path)
  await makeFolder(folder)
  const existing = await readSiteFingerprint(folder)
  if (existing === undefined) await assertEmpty(folder)
  else if (![fingerprint, ...formerFingerprints].includes(existing)) throw new BackupError(otherSiteMessage(folder))
  const realFolder = await realpath(folder)
  await access(realFolder, constants.W_OK)
  if (existing !== fingerprint)
    await writeFile(join(realFolder, markerFile), JSON.stringify({ site: fingerprint }), { flush: true })
  await assertFolder(join(realFolder, 'media'))
  return realFolder
}

/** Node's `recursive` reports a misleading error on a read-only disk, and hangs where the system creates folders itself. */
async function makeFolder(folder: string) {
  const stats = await stat(folder).catch(ignoreMissing)
  if (stats?.isDirectory()) return
  if (stats) throw new BackupError(`${folder} is a file. Name a folder for the backups.`)
  await makeFolder(dirname(folder))
  await mkdir(folder, { mode: 0o700 }).catch(async (error) => {
    // Another process created it first.
    if (!(await stat(folder).catch(ignoreMissing))?.isDirectory()) throw error
  })
}

function ignoreMissing(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
  throw error
}

const otherSiteMessage = (folder: string) =>
  `${folder} contains the backups of another site. Use a separate folder for this site. ` +
  '(If it is this site and its secret was changed, add the old secret to OLD_SECRETS.)'

async function readSiteFingerprint(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, markerFile), 'utf8').catch(ignoreNotFound)
  if (text === undefined) return undefined
  try {
    return String(JSON.parse(text).site)
  } catch {
    // The file was truncated by a crash or a full disk; the backups also name the site.
    const [newest] = await listBackups(folder)
    return newest && (await openBackup(folder, newest)).manifest.site
  }
}

async function assertEmpty(folder: string) {
  const ignored = [markerFile, 'lost+found']
  const [unexpected] = (await readdir(folder)).filter((name) => !name.startsWith('.') && !ignored.includes(name))
  if (unexpected === undefined) return
  throw new BackupError(`${folder} contains other files, such as ${unexpected}. Use a separate folder for the backups.`)
}

/** Removes leftovers of killed backups. Call only while holding the backup lock. */
export async function removeUnfinished(folder: string) {
  for (const name of await readdir(folder))
    if (unfinishedPattern.test(name)) await rm(join(folder, name), { recursive: true, force: true })
}

export async function listBackups(folder: string) {
  const names = (await readdir(folder).catch(ignoreNotFound)) ?? []
  return names
    .filter((name) => backupNamePattern.test(name))
    .sort()
    .reverse()
}

export type OpenedBackup = { name: string; path: string; folder: string; manifest: Manifest }

/** @throws BackupError if the backup is not complete */
export async function openBackup(folder: string, name: string): Promise<OpenedBackup> {
  const path = join(folder, name)
  if (!backupNamePattern.test(name)) throw new BackupError(`${name} is not the name of a backup.`)
  await assertFolder(path)
  const { manifest: manifestPath } = backupPaths(path)
  const text = await readFile(await assertPlainFile(manifestPath), 'utf8').catch(ignoreNotFound)
  if (text === undefined) throw new BackupError(`${path} is incomplete: it has no manifest.json.`)
  return { name, path, folder, manifest: readManifest(text, manifestPath) }
}

/** A backup contains no links: a restore that may run as root must not follow one to another file. */
export async function assertPlainFile(path: string) {
  const stats = await lstat(path).catch(ignoreNotFound)
  if (stats && !stats.isFile()) throw new BackupError(`${path} is not a file. Nothing was changed.`)
  return path
}

export async function assertFolder(path: string) {
  const stats = await lstat(path).catch(ignoreNotFound)
  if (stats && !stats.isDirectory()) throw new BackupError(`${path} is not a folder. Nothing was changed.`)
}

export function ignoreNotFound(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return undefined
  throw error
}

/** The time of the newest complete backup in a folder; undefined if there is none. */
export async function findNewestBackup(folder: string, now = new Date()): Promise<Date | undefined> {
  const names = await listBackups(folder)
  // Deleting a backup removes its manifest first. Names in the future (wrong clock) would count as newest forever.
  return names
    .filter((name) => existsSync(backupPaths(join(folder, name)).manifest))
    .map(parseBackupTime)
    .find((time) => time <= now)
}

const parseBackupTime = (name: string) => new Date(name.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'))
