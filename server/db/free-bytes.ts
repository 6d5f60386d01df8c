import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'

export async function freeBytes(folder: string) {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Of the disks that data lies on: as root our own database may be on another one than the rest. */
export async function leastFreeBytes(dataDir: string) {
  const database = join(dataDir, 'postgres')
  const folders = existsSync(database) ? [dataDir, database] : [dataDir]
  return Math.min(...(await Promise.all(folders.map(freeBytes))))
}
