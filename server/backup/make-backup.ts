import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '#server/config/config.ts'
import { freeBytes } from '#server/db/free-bytes.ts'
import { openStorage } from '#server/media/storage/open-storage.ts'
import {
  absent,
  enterToWrite,
  listBackups,
  nameOf,
  openBackup,
  pathsIn,
  pathsOf,
  removeUnfinished,
} from './backup-folder.ts'
import { hasItsList } from './check-backup.ts'
import { flushMedia, type KeptMedia, keepMedia } from './keep-media.ts'
import { flushFolder, keepFile, keepPacked, linesOf } from './kept-files.ts'
import { type Manifest, siteMarks } from './manifest.ts'
import { readMediaList } from './media-list.ts'
import { inWords, RefusedBackup } from './refused-backup.ts'
import {
  beginSnapshot,
  connectPatiently,
  type KeptRows,
  keepRows,
  shownIn,
  takeBackupTurn,
} from './site-rows.ts'

export type Making = {
  config: Pick<Config, 'dataDir' | 's3' | 'secret' | 'secrets' | 'keepFreeMb'>
  pool: pg.Pool
  folder: string
  /** How many backups to retain; all by default. */
  keep?: number
  now?: Date
  onStep?: (step: string) => void
  signal?: AbortSignal | undefined
}

export type Made = { name: string; rows: number; files: number; bytes: number; missing: string[] }

/** Backs up the running site: one snapshot and its files. The backup gets its name only when complete. */
export async function makeBackup(making: Making): Promise<Made> {
  const folder = await enterToWrite(making.folder, siteMarks(making.config)).catch(explained(making.folder))
  const turn = await connectPatiently(making.pool)
  try {
    await takeBackupTurn(turn)
    return await makeInside(making, { folder, turn }).catch(explained(folder))
  } finally {
    await turn.end()
  }
}

const explained = (folder: string) => (error: unknown) => {
  throw inWords(error, folder)
}

type Inside = { folder: string; turn: pg.ClientBase }

async function makeInside(making: Making, { folder, turn }: Inside): Promise<Made> {
  const { now = new Date(), keep } = making
  const [name, paths] = [nameOf(now), pathsIn(folder)]
  const backup = paths.unfinished(name)
  try {
    await removeUnfinished(folder)
    await mkdir(join(backup, 'tables'), { recursive: true, mode: 0o700 })
    await mkdir(paths.media, { recursive: true, mode: 0o700 })
    const { manifest, unlisted } = await writeBackup(making, { folder, backup, now })
    await turn.query('select').catch(lostTurn)
    await publish(backup, paths.backup(name))
    await removeOld(folder, { made: name, keep, unlisted })
    return summaryOf(name, manifest)
  } catch (error) {
    await rm(backup, { recursive: true, force: true })
    throw error
  }
}

/** Without the lock, files may have been removed during the backup. */
function lostTurn() {
  throw new RefusedBackup('The connection to the database was lost, so there is no backup. Run it again.')
}

type Writing = { folder: string; backup: string; now: Date }

async function writeBackup(making: Making, { folder, backup, now }: Writing) {
  const rows = await snapshotRows(making, { folder, backup })
  const { media, unlisted } = await writeMedia(making, { folder, backup })
  const manifest: Manifest = {
    format: 1,
    madeAt: now.toISOString(),
    site: siteMarks(making.config)[0] ?? '',
    ...rows,
    media,
    ...(await keepData(making.config, backup)),
  }
  await keepFile(pathsOf(backup).manifest, [JSON.stringify(manifest, null, 1)])
  return { manifest, unlisted }
}

/** Ends the snapshot after the rows: PostgreSQL cannot vacuum while a snapshot is open. */
async function snapshotRows(making: Making, { folder, backup }: Omit<Writing, 'now'>): Promise<KeptRows> {
  const client = await connectPatiently(making.pool)
  try {
    await beginSnapshot(client)
    const into = { backup, assertRoom: roomIn(folder, making.config), signal: making.signal }
    return await keepRows(client, { ...into, onStep: making.onStep ?? silent })
  } finally {
    await client.end()
  }
}

async function writeMedia(making: Making, { folder, backup }: Omit<Writing, 'now'>) {
  const counted: KeptMedia = { files: 0, bytes: 0, missing: [], unlisted: [] }
  const { onStep = silent, config, signal } = making
  const lines = keepMedia(
    {
      storage: await openStorage(config),
      folder,
      shown: linesOf(shownIn(backup)),
      before: await listBefore(folder),
      assertRoom: roomIn(folder, config),
      onFolder: (done) => done % 32 === 0 && onStep(`media: ${Math.round((done / 256) * 100)} %`),
      signal,
    },
    counted,
  )
  const list = await keepPacked(pathsOf(backup).mediaList, lines, signal)
  await flushMedia(folder)
  await rm(shownIn(backup))
  const { unlisted, ...media } = counted
  return { media: { list, ...media }, unlisted }
}

async function listBefore(folder: string) {
  for (const name of await listBackups(folder)) {
    const before = await openBackup(folder, name).catch(() => undefined)
    if (before && (await hasItsList(before))) return readMediaList(pathsOf(before.path).mediaList)
  }
  return (async function* () {})()
}

async function publish(unfinished: string, finished: string) {
  for (const folder of [join(unfinished, 'tables'), join(unfinished, 'pages'), unfinished])
    await flushFolder(folder)
  await rename(unfinished, finished)
  await flushFolder(join(finished, '..'))
}

/** A backup on the site's own disk must respect `keepFreeMb`. */
function roomIn(folder: string, { dataDir, keepFreeMb }: Making['config']) {
  return async () => {
    // A site that stores everything elsewhere may have no data folder.
    const own = await stat(dataDir).catch(absent)
    if ((await stat(folder)).dev !== own?.dev || (await freeBytes(folder)) > keepFreeMb * 1024 * 1024) return
    throw new RefusedBackup(
      `There is not enough free space in ${folder}. It is on the site’s disk, where ${keepFreeMb} MB must stay free (KEEP_FREE_MB).`,
    )
  }
}

const summaryOf = (name: string, { tables, media }: Manifest): Made => ({
  name,
  rows: tables.reduce((sum, { rows }) => sum + rows, 0),
  files: media.files,
  bytes: media.bytes + tables.reduce((sum, { bytes }) => sum + bytes, 0),
  missing: media.missing,
})

const silent = () => undefined

/** In bytes: larger than any page an operator writes. */
const mostBytes = 1024 * 1024

type Kept = Pick<Manifest, 'secret' | 'pages'>

/** Backs up what exists only in `DATA_DIR`: the secret and the operator's pages. */
async function keepData(
  { dataDir, secret }: Pick<Config, 'dataDir' | 'secret'>,
  backup: string,
): Promise<Kept> {
  const pages = await keepPages(dataDir, backup)
  const own = await readFile(join(dataDir, 'secret'), 'utf8').catch(absent)
  // A secret from the settings is backed up with the settings, not here.
  if (own?.trim() !== secret) return { pages }
  return { pages, secret: await keepFile(pathsOf(backup).secret, [own]) }
}

async function keepPages(dataDir: string, backup: string) {
  const folder = join(dataDir, 'pages')
  const names = ((await readdir(folder).catch(absent)) ?? []).filter((name) => /^[\w-]{1,64}\.md$/.test(name))
  await mkdir(join(backup, 'pages'), { mode: 0o700 })
  const pages: Manifest['pages'] = []
  for (const name of names) {
    const text = await readFile(join(folder, name))
    if (text.length <= mostBytes)
      pages.push({ name, ...(await keepFile(pathsOf(backup).page(name), [text])) })
  }
  return pages
}

type Old = {
  /** The new backup. It stays even if the clock makes other backups look newer. */
  made: string
  keep?: number | undefined
  unlisted: string[]
}

async function removeOld(folder: string, { made, keep, unlisted }: Old) {
  const paths = pathsIn(folder)
  const others = (await listBackups(folder)).filter((name) => name !== made)
  const most = keep === undefined ? others.length : keep - 1
  for (const name of others.slice(most)) {
    // Deletes the manifest first: an interrupted deletion leaves no valid backup, and the next run completes it.
    await rm(pathsOf(paths.backup(name)).manifest, { force: true })
    await rm(paths.backup(name), { recursive: true, force: true })
  }
  const free = new Set(unlisted)
  for (const name of others.slice(0, most)) {
    if (free.size === 0) return
    const backup = await openBackup(folder, name).catch(none)
    if (!backup) continue
    // The files of this backup are unknown, so no file is deleted.
    if (!(await hasItsList(backup))) return
    for await (const file of readMediaList(pathsOf(backup.path).mediaList)) free.delete(file.name)
  }
  for (const name of free) await rm(paths.mediaFile(name), { force: true })
}

/** A backup whose deletion was interrupted cannot be restored and uses no files. */
function none(error: unknown) {
  if (error instanceof RefusedBackup) return undefined
  throw error
}
