import { existsSync } from 'node:fs'
import {
  access,
  constants,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type Manifest, readManifest } from './manifest.ts'
import { RefusedBackup } from './refused-backup.ts'

const marker = 'foldout-backups.json'
const unfinished = /^unfinished-\d+-/
const backupName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/

/** Backups are named by their time, in characters that every file system and shell accepts. Names sort by time. */
export const nameOf = (moment: Date) => moment.toISOString().replaceAll(':', '-')

export const pathsIn = (folder: string) => ({
  backup: (name: string) => join(folder, name),
  /** The name contains the process id, so that leftovers of dead processes can be removed. */
  unfinished: (name: string) => join(folder, `unfinished-${process.pid}-${name}`),
  media: join(folder, 'media'),
  mediaFile: (name: string) => join(folder, 'media', name.slice(0, 2), name),
})

export const pathsOf = (backup: string) => ({
  manifest: join(backup, 'manifest.json'),
  table: (name: string) => join(backup, 'tables', `${name}.zst`),
  jobs: join(backup, 'jobs.zst'),
  mediaList: join(backup, 'media.zst'),
  secret: join(backup, 'secret'),
  page: (name: string) => join(backup, 'pages', name),
})

/** Opens a folder for this site's backups: new, empty, or with backups of the same site. */
export async function enterToWrite(given: string, [mark = '', ...former]: string[]) {
  const folder = resolve(given)
  await makeFolder(folder)
  const found = await readMark(folder)
  if (found === undefined) await assertEmpty(folder)
  else if (![mark, ...former].includes(found)) throw new RefusedBackup(ofAnother(folder))
  const real = await realpath(folder)
  await access(real, constants.W_OK)
  if (found !== mark) await writeFile(join(real, marker), JSON.stringify({ site: mark }), { flush: true })
  await assertFolder(join(real, 'media'))
  return real
}

/** Node's `recursive` reports a misleading error on a read-only disk, and hangs where the system creates folders itself. */
async function makeFolder(folder: string) {
  const found = await stat(folder).catch(notThere)
  if (found?.isDirectory()) return
  if (found) throw new RefusedBackup(`${folder} is a file. Name a folder for the backups.`)
  await makeFolder(dirname(folder))
  await mkdir(folder, { mode: 0o700 }).catch(async (error) => {
    // Another process created it first.
    if (!(await stat(folder).catch(notThere))?.isDirectory()) throw error
  })
}

function notThere(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
  throw error
}

const ofAnother = (folder: string) =>
  `${folder} contains the backups of another site. Use a separate folder for this site. ` +
  '(If it is this site and its secret was changed, add the old secret to OLD_SECRETS.)'

async function readMark(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, marker), 'utf8').catch(absent)
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
  const known = [marker, 'lost+found']
  const [other] = (await readdir(folder)).filter((name) => !name.startsWith('.') && !known.includes(name))
  if (other === undefined) return
  throw new RefusedBackup(
    `${folder} contains other files, such as ${other}. Use a separate folder for the backups.`,
  )
}

/** Removes leftovers of killed backups. Call only while holding the backup lock. */
export async function removeUnfinished(folder: string) {
  for (const name of await readdir(folder))
    if (unfinished.test(name)) await rm(join(folder, name), { recursive: true, force: true })
}

export async function listBackups(folder: string) {
  const names = (await readdir(folder).catch(absent)) ?? []
  return names
    .filter((name) => backupName.test(name))
    .sort()
    .reverse()
}

export type OpenedBackup = { name: string; path: string; folder: string; manifest: Manifest }

/** @throws RefusedBackup if the backup is not complete */
export async function openBackup(folder: string, name: string): Promise<OpenedBackup> {
  const path = join(folder, name)
  if (!backupName.test(name)) throw new RefusedBackup(`${name} is not the name of a backup.`)
  await assertFolder(path)
  const { manifest: at } = pathsOf(path)
  const text = await readFile(await plainFile(at), 'utf8').catch(absent)
  if (text === undefined) throw new RefusedBackup(`${path} is incomplete: it has no manifest.json.`)
  return { name, path, folder, manifest: readManifest(text, at) }
}

/** A backup contains no links: a restore that may run as root must not follow one to another file. */
export async function plainFile(path: string) {
  const found = await lstat(path).catch(absent)
  if (found && !found.isFile()) throw new RefusedBackup(`${path} is not a file. Nothing was changed.`)
  return path
}

export async function assertFolder(path: string) {
  const found = await lstat(path).catch(absent)
  if (found && !found.isDirectory()) throw new RefusedBackup(`${path} is not a folder. Nothing was changed.`)
}

export function absent(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return undefined
  throw error
}

/** The time of the newest complete backup in a folder; undefined if there is none. */
export async function findNewestBackup(folder: string, now = new Date()): Promise<Date | undefined> {
  const names = await listBackups(folder)
  // Deleting a backup removes its manifest first. Names in the future (wrong clock) would count as newest forever.
  return names
    .filter((name) => existsSync(pathsOf(join(folder, name)).manifest))
    .map(momentOf)
    .find((moment) => moment <= now)
}

const momentOf = (name: string) => new Date(name.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'))
