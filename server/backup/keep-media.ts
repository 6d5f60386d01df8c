import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beginRead, isStoredFile, type MediaStorage } from '#server/media/storage/storage.ts'
import { absent, assertFolder, pathsIn } from './backup-folder.ts'
import { flushFolder, keepFile, measureFile } from './kept-files.ts'
import type { KeptFile } from './manifest.ts'
import { type ListedFile, lineOf, listsByFolder, prefixes } from './media-list.ts'
import { RefusedBackup } from './refused-backup.ts'

type Keeping = {
  storage: MediaStorage
  folder: string
  /** Names of the files that rows use, sorted. */
  shown: AsyncIterable<string>
  /** Entries of the previous backup's list, sorted by name. */
  before: AsyncIterable<ListedFile>
  assertRoom: () => Promise<void>
  onFolder: (done: number) => void
  signal?: AbortSignal | undefined
}

export type KeptMedia = { files: number; bytes: number; missing: string[]; unlisted: string[] }

const atOnce = 4
const half = '.half'

/** Copies each file that rows use into the shared folder, unless it exists. Yields the lines of the list. */
export async function* keepMedia({ shown, before, ...keeping }: Keeping, counted: KeptMedia) {
  const [names, known] = [listsByFolder(shown, (name) => name), listsByFolder(before, ({ name }) => name)]
  try {
    for (const [at, prefix] of prefixes.entries()) {
      const wanted = await names.of(prefix)
      const listed = new Map((await known.of(prefix)).map((file) => [file.name, file]))
      const present = await listFolder(keeping.folder, prefix)
      yield* await keepFolder(wanted, { ...keeping, present, listed }, counted)
      const isWanted = new Set(wanted)
      for (const name of present) if (!isWanted.has(name)) counted.unlisted.push(name)
      keeping.onFolder(at + 1)
    }
  } finally {
    await Promise.all([names.close(), known.close()])
  }
}

type Folder = Omit<Keeping, 'shown' | 'before'> & { present: Set<string>; listed: Map<string, ListedFile> }

async function keepFolder(wanted: string[], folder: Folder, counted: KeptMedia) {
  const lines: string[] = []
  for (let from = 0; from < wanted.length; from += atOnce) {
    folder.signal?.throwIfAborted()
    const some = wanted.slice(from, from + atOnce)
    const kept = await Promise.all(some.map((name) => keepOne(name, folder)))
    for (const [at, file] of kept.entries()) {
      const name = some[at] ?? ''
      if (!file) counted.missing.push(name)
      else {
        counted.files += 1
        counted.bytes += file.bytes
        lines.push(lineOf({ name, ...file }))
      }
    }
  }
  return lines
}

/** Undefined if the site does not have the file. A copy without an entry comes from an interrupted backup and is measured. */
async function keepOne(
  name: string,
  { storage, folder, present, listed, ...limits }: Folder,
): Promise<KeptFile | undefined> {
  const path = pathsIn(folder).mediaFile(name)
  if (present.has(name)) return listed.get(name) ?? (await measureFile(path))
  const found = await storage.find(name)
  const content = found && (await beginRead(found))
  if (!found || !content) return undefined
  await limits.assertRoom()
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    const kept = await keepFile(path + half, content, limits.signal)
    if (kept.bytes !== found.size)
      throw new RefusedBackup(`${name} ended after ${kept.bytes} of ${found.size} bytes.`)
    await rename(path + half, path)
    return kept
  } catch (error) {
    await rm(path + half, { force: true })
    throw error
  }
}

async function listFolder(folder: string, prefix: string) {
  const path = join(pathsIn(folder).media, prefix)
  await assertFolder(path)
  const entries = (await readdir(path, { withFileTypes: true }).catch(absent)) ?? []
  for (const { name } of entries.filter(({ name }) => name.endsWith(half))) await rm(join(path, name))
  const strange = entries.find((entry) => isStoredFile(entry.name) && !entry.isFile())
  if (strange) throw new RefusedBackup(`${join(path, strange.name)} is not a file. Nothing was changed.`)
  return new Set(entries.map(({ name }) => name).filter(isStoredFile))
}

/** Call after all files are copied: a crash must not lose the directory entries of a finished backup. */
export async function flushMedia(folder: string) {
  const { media } = pathsIn(folder)
  for (const prefix of await readdir(media)) await flushFolder(join(media, prefix))
  await flushFolder(media)
}
