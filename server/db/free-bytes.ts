import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'

export async function freeBytes(folder: string) {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Free space of the fullest data disk: for root, the bundled database may be on a different disk. */
export async function minFreeBytes(dataDir: string) {
  const database = join(dataDir, 'postgres')
  const folders = existsSync(database) ? [dataDir, database] : [dataDir]
  return Math.min(...(await Promise.all(folders.map(freeBytes))))
}
