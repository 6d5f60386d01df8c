import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestApp } from './test-app.ts'

const megabyte = 1024 * 1024

/** Mounting a small disk needs privileges. Tests that use one are skipped without them. */
export const canMount = process.platform === 'linux' && tryMount()

/** Mounts a disk of this size that all users may enter, with functions to fill it. Only written bytes take up memory. */
export async function mountSmallDisk(sizeMb: number) {
  const folder = await mkdtemp(join(tmpdir(), 'small-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m,mode=711`, 'tmpfs', folder])
  await chmod(folder, 0o711)
  const filler = join(folder, 'filler')
  const freeSpace = () => rm(filler, { force: true })
  return {
    folder,
    freeSpace,
    /** Fills the disk until this many bytes are free. */
    async fillUpTo(bytes: number) {
      await freeSpace()
      const { bavail, bsize } = await statfs(folder)
      execFileSync('fallocate', ['-l', String(bavail * bsize - bytes), filler])
    },
    async unmount() {
      // A process that is about to end may still use the folder.
      execFileSync('umount', ['--lazy', folder])
      await rm(folder, { recursive: true })
    },
  }
}

/** A site on such a disk. By default it reserves no free space, so that writes themselves fail on the full disk. */
export async function startOnSmallDisk(sizeMb: number, settings: Record<string, string> = {}) {
  const disk = await mountSmallDisk(sizeMb)
  const site = await startTestApp({ settings: { DATA_DIR: disk.folder, KEEP_FREE_MB: '0', ...settings } })
  const close = async () => {
    await site.close()
    await disk.unmount()
  }
  return { ...site, disk, close }
}

export const megabytes = (count: number) => count * megabyte

function tryMount() {
  const at = mkdtempSync(join(tmpdir(), 'mount-test-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', at], { stdio: 'ignore' })
    execFileSync('umount', [at])
    return true
  } catch {
    return false
  } finally {
    rmdirSync(at)
  }
}
