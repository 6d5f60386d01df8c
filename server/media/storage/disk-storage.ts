import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isStoredFile, type MediaStorage } from './storage.ts'

/** Most pictures are less; a stream costs several times what it takes to read them. */
const small = 128 * 1024

/** Files under `<dataDir>/media`, in folders by the first two digits of their names. */
export function diskStorage(dataDir: string): MediaStorage {
  const root = join(dataDir, 'media')
  const at = (name: string) => join(root, name.slice(0, 2), name)
  return {
    async put(name, path) {
      await mkdir(dirname(at(name)), { recursive: true })
      await flush(path)
      await rename(path, at(name))
      await flush(dirname(at(name)))
    },
    async find(name) {
      const found = await stat(at(name)).catch(absent)
      if (!found) return undefined
      return {
        size: found.size,
        read: async (range) => createReadStream(at(name), range),
        ...(found.size <= small && { readWhole: () => readFile(at(name)).catch(absent) }),
      }
    },
    remove: (name) => rm(at(name), { force: true }),
    list: (prefix) => listFiles(root, prefix),
  }
}

/** Without this a crash of the machine could keep a file's name and lose its content. Windows has no such call for folders. */
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
