import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { type ByteRange, isStoredFile, type MediaStorage, type StoredFile } from './storage.ts'

/** Most pictures are smaller, and a stream costs several times as much as a read. */
const maxWholeRead = 128 * 1024

/** Popular files, especially the covers of the first page, are read from disk once. */
const maxCacheBytes = 16 * 1024 * 1024
/** Another process may remove a file; the cache forgets it soon after. */
const ttlMs = 2_000

export function diskStorage(dataDir: string): MediaStorage {
  const root = join(dataDir, 'media')
  const pathOf = (name: string) => join(root, name.slice(0, 2), name)
  const cache = new LRUCache<string, Buffer>({
    maxSize: maxCacheBytes,
    sizeCalculation: ({ length }) => length || 1,
    ttl: ttlMs,
    ttlResolution: 100,
  })
  const createReader = (name: string) => async (range?: ByteRange) => createReadStream(pathOf(name), range)
  const readWhole = (name: string) => readFile(pathOf(name)).catch(ignoreNotFound)
  const find = async (name: string): Promise<StoredFile | undefined> => {
    const stats = await stat(pathOf(name)).catch(ignoreNotFound)
    if (!stats) return undefined
    const wholeReader = stats.size <= maxWholeRead && { readWhole: () => readWhole(name) }
    return { size: stats.size, read: createReader(name), ...wholeReader }
  }
  const readAndCache = async (name: string) => {
    const content = await readWhole(name)
    if (content) cache.set(name, content)
    return content
  }
  return {
    async put(name, path) {
      await mkdir(dirname(pathOf(name)), { recursive: true })
      await syncToDisk(path)
      await rename(path, pathOf(name))
      await syncToDisk(dirname(pathOf(name)))
    },
    find,
    async findForReading(name) {
      const cached = cache.get(name)
      if (cached) return { size: cached.length, read: createReader(name), readWhole: async () => cached }
      const stats = await find(name)
      return stats?.readWhole ? { ...stats, readWhole: () => readAndCache(name) } : stats
    },
    async remove(name) {
      cache.delete(name)
      await rm(pathOf(name), { force: true })
      // A read in the meantime may have cached it again.
      cache.delete(name)
    },
    list: (prefix) => listFiles(root, prefix),
  }
}

/** Without this, a crash of the machine could preserve a file's name but lose its content. Windows cannot flush folders. */
async function syncToDisk(path: string) {
  if (process.platform === 'win32' && (await stat(path)).isDirectory()) return
  await using file = await open(path)
  await file.sync()
}

async function* listFiles(root: string, prefix?: string) {
  for (const folder of prefix ? [prefix] : ((await readdir(root).catch(ignoreNotFound)) ?? [])) {
    if (!/^[0-9a-f]{2}$/.test(folder)) continue
    for (const name of (await readdir(join(root, folder)).catch(ignoreNotFound)) ?? []) {
      const stats = isStoredFile(name) && (await stat(join(root, folder, name)).catch(ignoreNotFound))
      if (stats) yield { name, storedAt: stats.mtime }
    }
  }
}

function ignoreNotFound(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return undefined
  throw error
}
