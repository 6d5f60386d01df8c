import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { type ByteRange, isStoredFile, type MediaStorage, type StoredFile } from './storage.ts'

/** Most pictures are smaller, and a stream costs several times as much as a read. */
const small = 128 * 1024

/** Popular files, especially the covers of the first page, are read from disk once. */
const mostKept = 16 * 1024 * 1024
/** Another process may remove a file; the cache forgets it soon after. */
const keptMs = 2_000

export function diskStorage(dataDir: string): MediaStorage {
  const root = join(dataDir, 'media')
  const at = (name: string) => join(root, name.slice(0, 2), name)
  const recent = new LRUCache<string, Buffer>({
    maxSize: mostKept,
    sizeCalculation: ({ length }) => length || 1,
    ttl: keptMs,
    ttlResolution: 100,
  })
  const readerOf = (name: string) => async (range?: ByteRange) => createReadStream(at(name), range)
  const readWhole = (name: string) => readFile(at(name)).catch(absent)
  const find = async (name: string): Promise<StoredFile | undefined> => {
    const found = await stat(at(name)).catch(absent)
    if (!found) return undefined
    const whole = found.size <= small && { readWhole: () => readWhole(name) }
    return { size: found.size, read: readerOf(name), ...whole }
  }
  const readAndKeep = async (name: string) => {
    const content = await readWhole(name)
    if (content) recent.set(name, content)
    return content
  }
  return {
    async put(name, path) {
      await mkdir(dirname(at(name)), { recursive: true })
      await flush(path)
      await rename(path, at(name))
      await flush(dirname(at(name)))
    },
    find,
    async findServed(name) {
      const kept = recent.get(name)
      if (kept) return { size: kept.length, read: readerOf(name), readWhole: async () => kept }
      const found = await find(name)
      return found?.readWhole ? { ...found, readWhole: () => readAndKeep(name) } : found
    },
    async remove(name) {
      recent.delete(name)
      await rm(at(name), { force: true })
      // A read in the meantime may have cached it again.
      recent.delete(name)
    },
    list: (prefix) => listFiles(root, prefix),
  }
}

/** Without this, a crash of the machine could preserve a file's name but lose its content. Windows cannot flush folders. */
async function flush(path: string) {
  if (process.platform === 'win32' && (await stat(path)).isDirectory()) return
  await using file = await open(path)
  await file.sync()
}

async function* listFiles(root: string, prefix?: string) {
  for (const folder of prefix ? [prefix] : ((await readdir(root).catch(absent)) ?? [])) {
    if (!/^[0-9a-f]{2}$/.test(folder)) continue
    for (const name of (await readdir(join(root, folder)).catch(absent)) ?? []) {
      const found = isStoredFile(name) && (await stat(join(root, folder, name)).catch(absent))
      if (found) yield { name, storedAt: found.mtime }
    }
  }
}

function absent(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return undefined
  throw error
}
