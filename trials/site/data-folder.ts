import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canMount, mountSmallDisk } from '#tests/support/small-disk.ts'

/** A folder for one site, on a small disk of its own where one can be mounted; it goes with us, however we go. */
export async function makeDataFolder(diskMb: number | undefined) {
  const disk = diskMb && canMount ? await mountSmallDisk(diskMb) : undefined
  const path = disk?.folder ?? usualFolder()
  const removeAtOnce = () => {
    if (disk) execFileSync('umount', ['--lazy', path])
    rmSync(path, { recursive: true, force: true })
  }
  process.once('exit', removeAtOnce)
  return {
    path,
    usedMb: () => usedMb(path),
    async remove() {
      process.off('exit', removeAtOnce)
      if (disk) await disk.unmount()
      else rmSync(path, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

function usualFolder() {
  const path = mkdtempSync(join(tmpdir(), 'foldout-siege-'))
  // As root, the database's own user must get through.
  chmodSync(path, 0o711)
  return path
}

function usedMb(path: string) {
  const { blocks, bfree, bsize } = statfsSync(path)
  return ((blocks - bfree) * bsize) / 1024 / 1024
}
