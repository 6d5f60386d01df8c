import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isStoredFile, type MediaStorage, openRead } from '#server/media/storage/storage.ts'
import { BackupError } from './backup-error.ts'
import { digestFile, flushFolder, writeNewFile } from './backup-files.ts'
import { assertFolder, backupPaths, folderPaths, ignoreNotFound } from './backup-folder.ts'
import type { FileDigest } from './manifest.ts'
import { folderPrefixes, formatLine, type ListedFile, listsByFolder } from './media-list.ts'

type MediaBackup = {
  storage: MediaStorage
  folder: string
  /** The unfinished backup. It takes the new files, so that its removal frees their space. */
  backup: string
  /** Names of the files that rows use, sorted. */
  usedFiles: AsyncIterable<string>
  /** Entries of the previous backup's list, sorted by name. */
  previousFiles: AsyncIterable<ListedFile>
  assertSpace: () => Promise<void>
  onFolder: (done: number) => void
  signal?: AbortSignal | undefined
}

export type MediaCounts = { files: number; bytes: number; missing: string[]; unlisted: string[] }

const concurrency = 4
/** Version 1.0.0 left files with this suffix if it was killed while it copied them. */
const partialSuffix = '.half'

/** Copies each file that rows use into the backup, unless the shared folder has it. Yields the lines of the list. */
export async function* backUpMedia({ usedFiles, previousFiles, ...options }: MediaBackup, counts: MediaCounts) {
  const [usedByFolder, previousByFolder] = [
    listsByFolder(usedFiles, (name) => name),
    listsByFolder(previousFiles, ({ name }) => name),
  ]
  try {
    for (const [index, prefix] of folderPrefixes.entries()) {
      const usedNames = await usedByFolder.take(prefix)
      const listed = new Map((await previousByFolder.take(prefix)).map((file) => [file.name, file]))
      const present = await listFolder(options.folder, prefix)
      yield* await backUpFolder(usedNames, { ...options, present, listed }, counts)
      const usedSet = new Set(usedNames)
      for (const name of present) if (!usedSet.has(name)) counts.unlisted.push(name)
      options.onFolder(index + 1)
    }
  } finally {
    await Promise.all([usedByFolder.close(), previousByFolder.close()])
  }
}

type FolderBackup = Omit<MediaBackup, 'usedFiles' | 'previousFiles'> & {
  present: Set<string>
  listed: Map<string, ListedFile>
}

async function backUpFolder(usedNames: string[], folder: FolderBackup, counts: MediaCounts) {
  const lines: string[] = []
  for (let from = 0; from < usedNames.length; from += concurrency) {
    folder.signal?.throwIfAborted()
    const batch = usedNames.slice(from, from + concurrency)
    const digests = await Promise.all(batch.map((name) => backUpFile(name, folder)))
    for (const [index, file] of digests.entries()) {
      const name = batch[index] ?? ''
      if (!file) counts.missing.push(name)
      else {
        counts.files += 1
        counts.bytes += file.bytes
        lines.push(formatLine({ name, ...file }))
      }
    }
  }
  return lines
}

/** Undefined if the site does not have the file. A copy without an entry comes from an interrupted backup and is measured. */
async function backUpFile(
  name: string,
  { storage, folder, backup, present, listed, ...limits }: FolderBackup,
): Promise<FileDigest | undefined> {
  if (present.has(name)) return listed.get(name) ?? (await digestFile(folderPaths(folder).mediaFile(name)))
  const found = await storage.find(name)
  const content = found && (await openRead(found))
  if (!found || !content) return undefined
  await limits.assertSpace()
  const path = backupPaths(backup).newMediaFile(name)
  // Both folders are created now, so that a full disk is noticed before any file is moved.
  for (const file of [path, folderPaths(folder).mediaFile(name)])
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const digest = await writeNewFile(path, content, limits.signal)
  if (digest.bytes !== found.size) throw new BackupError(`${name} ended after ${digest.bytes} of ${found.size} bytes.`)
  return digest
}

async function listFolder(folder: string, prefix: string) {
  const path = join(folderPaths(folder).media, prefix)
  await assertFolder(path)
  const entries = (await readdir(path, { withFileTypes: true }).catch(ignoreNotFound)) ?? []
  for (const { name } of entries.filter(({ name }) => name.endsWith(partialSuffix))) await rm(join(path, name))
  const invalid = entries.find((entry) => isStoredFile(entry.name) && !entry.isFile())
  if (invalid) throw new BackupError(`${join(path, invalid.name)} is not a file. Nothing was changed.`)
  return new Set(entries.map(({ name }) => name).filter(isStoredFile))
}

/** Moves the new files into the shared folder. A crash must not lose the directory entries of a finished backup. */
export async function shareNewMedia(folder: string, backup: string) {
  const { media, mediaFile } = folderPaths(folder)
  const { newMedia, newMediaFile } = backupPaths(backup)
  for (const prefix of (await readdir(newMedia).catch(ignoreNotFound)) ?? [])
    for (const name of await readdir(join(newMedia, prefix))) await rename(newMediaFile(name), mediaFile(name))
  await rm(newMedia, { recursive: true, force: true })
  for (const prefix of await readdir(media)) await flushFolder(join(media, prefix))
  await flushFolder(media)
}
