import { randomBytes } from 'node:crypto'
import { open, realpath, rm, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setInterval } from 'node:timers/promises'
import { sayLine } from '#server/process/say-line.ts'
import { freeBytes } from '../free-bytes.ts'

const megabyte = 1024 * 1024
/** Below this PostgreSQL may not get the log file that it needs to start or to end in order. */
const enough = 32 * megabyte
const lookEvery = 30_000

export type Reserve = ReturnType<typeof openReserve>

/**
 * A file on the database's disk that only takes space, to be given up when everything else is taken: then the database
 * can still stop and start. It is made when there is room, and again when there is room again.
 */
export const openReserve = (dataDir: string) => ({
  async giveUpWhenFull() {
    const folder = await folderOf(dataDir)
    if (folder && (await freeBytes(folder)) < enough) await rm(pathIn(folder), { force: true })
  },
  /**
   * Before a start on a full disk: gives up the reserve, and what an earlier process left of files it was decoding. To be
   * called while no site is at work on this folder.
   */
  async releaseForStart() {
    const folder = await folderOf(dataDir)
    if (!folder) return
    const before = await freeBytes(folder)
    if (before >= enough) return
    await rm(pathIn(folder), { force: true })
    await rm(join(dataDir, 'media', 'work'), { recursive: true, force: true })
    const after = await freeBytes(folder)
    const released = Math.max(0, Math.floor((after - before) / megabyte))
    sayLine(
      `The disk of ${folder} is full: ${Math.floor(before / megabyte)} MB were free. Released ${released} MB of reserve and unfinished work. ` +
        'Until more is free, the site can be read and saves nothing.',
      40,
    )
  },
  /** Makes it if there is room to spare, so that it does not itself fill the disk. */
  async make() {
    const folder = await folderOf(dataDir)
    if (!folder) return
    const size = await sizeOn(folder)
    await using file = await open(pathIn(folder), 'a', 0o600)
    const left = size - (await file.stat()).size
    if (left > 0 && (await freeBytes(folder)) > 3 * size) await fill(file, left)
  },
  /** Until the signal says so. */
  async keep(signal: AbortSignal) {
    try {
      for await (const _ of setInterval(lookEvery, undefined, { signal, ref: false }))
        await this.make().catch(() => undefined)
    } catch {
      // The signal.
    }
  },
})

const pathIn = (folder: string) => join(folder, 'reserve')

/** Where the database is, or will be; as root it may be elsewhere than the rest. */
async function folderOf(dataDir: string) {
  const cluster = await realpath(join(dataDir, 'postgres')).catch(() => undefined)
  return cluster ? dirname(cluster) : realpath(resolve(dataDir)).catch(() => undefined)
}

/** 64 MB, or a tenth of a small disk. */
async function sizeOn(folder: string) {
  const { blocks, bsize } = await statfs(folder)
  return Math.min(64, Math.floor((blocks * bsize) / 10 / megabyte)) * megabyte
}

/** With what no file system makes smaller. */
async function fill(file: Awaited<ReturnType<typeof open>>, bytes: number) {
  const part = randomBytes(megabyte)
  for (let written = 0; written < bytes; written += part.length)
    await file.appendFile(part.subarray(0, bytes - written))
  await file.sync()
}
