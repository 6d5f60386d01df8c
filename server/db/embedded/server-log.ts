import { closeSync, fstatSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { copyFile, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'

const mostBytes = 5_000_000

type ServerLog = {
  fd: number
  /** What was written since it was opened. */
  read(): string
  close(): void
}

const pathIn = (dataDir: string) => join(dataDir, 'postgres.log')

/** Opened by us and handed over, so that the server's user needs no access to the data folder. */
export function openServerLog(dataDir: string): ServerLog {
  const path = pathIn(dataDir)
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > mostBytes) renameSync(path, `${path}.1`)
  const fd = openSync(path, 'a', 0o600)
  const start = fstatSync(fd).size
  return {
    fd,
    read: () => readFileSync(path).subarray(start).toString(),
    close: () => closeSync(fd),
  }
}

/** Looks after the log of a running server every few seconds. Answers how to stop that. */
export function boundServerLog(dataDir: string, { everyMs = 10_000, most = mostBytes } = {}) {
  const look = () => void emptyIfLarge(dataDir, most).catch(() => undefined)
  const timer = setInterval(look, everyMs).unref()
  return () => clearInterval(timer)
}

/**
 * The server holds its log open and writes at its end, wherever that is: so what is in it is copied, and the file
 * emptied. On a disk with no room for the copy it is emptied all the same.
 */
export async function emptyIfLarge(dataDir: string, most = mostBytes) {
  const path = pathIn(dataDir)
  if ((await stat(path)).size <= most) return
  await copyFile(path, `${path}.1`).catch(() => undefined)
  await truncate(path)
}
