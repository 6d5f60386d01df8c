import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mountSmallDisk, unmountSmallDisk } from '#tests/support/small-disk.ts'

export type DataFolder = ReturnType<typeof makeDataFolder>

/** A folder for one site, on a small disk of its own where one can be mounted; it goes with us, however we go. */
export function makeDataFolder(diskMb: number | undefined) {
  const path = mkdtempSync(join(tmpdir(), 'foldout-siege-'))
  // As root, the database's own user must get through.
  chmodSync(path, 0o711)
  const isSmall = Boolean(diskMb && mountSmallDisk(path, diskMb))
  const remove = () => {
    process.off('exit', remove)
    if (isSmall) unmountSmallDisk(path)
    rmSync(path, { recursive: true, force: true, maxRetries: 10 })
  }
  process.once('exit', remove)
  return { path, isSmall, usedMb: () => usedMb(path), remove }
}

function usedMb(path: string) {
  const { blocks, bfree, bsize } = statfsSync(path)
  return ((blocks - bfree) * bsize) / 1024 / 1024
}
