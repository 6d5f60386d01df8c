import { closeSync, fstatSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'

const rotateAtBytes = 5_000_000

type ServerLog = {
  fd: number
  /** What was written since it was opened. */
  read(): string
  close(): void
}

/** Opened by us and handed over, so that the server's user needs no access to the data folder. */
export function openServerLog(dataDir: string): ServerLog {
  const path = join(dataDir, 'postgres.log')
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > rotateAtBytes) renameSync(path, `${path}.1`)
  const fd = openSync(path, 'a', 0o600)
  const start = fstatSync(fd).size
  return {
    fd,
    read: () => readFileSync(path).subarray(start).toString(),
    close: () => closeSync(fd),
  }
}
