import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canMount, mountSmallDisk } from '#tests/support/small-disk.ts'

/** A folder for one site, on a small disk of its own if one can be mounted. It is deleted however this process ends. */
export async function makeDataFolder(diskMb: number | undefined) {
  const disk = diskMb && canMount ? await mountSmallDisk(diskMb) : undefined
  const path = disk?.folder ?? createTempFolder()
  const removeNow = () => {
    if (disk) execFileSync('umount', ['--lazy', path])
    rmSync(path, { recursive: true, force: true })
  }
  process.once('exit', removeNow)
  return {
    path,
    usedMb: () => usedMb(path),
    async remove() {
      process.off('exit', removeNow)
      if (disk) await disk.unmount()
      else rmSync(path, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

function createTempFolder() {
  const path = mkdtempSync(join(tmpdir(), 'foldout-siege-'))
  // If the trial runs as root, the database runs as another user, who must be able to enter the folder.
  chmodSync(path, 0o711)
  return path
}

function usedMb(path: string) {
  const { blocks, bfree, bsize } = statfsSync(path)
  return ((blocks - bfree) * bsize) / 1024 / 1024
}
