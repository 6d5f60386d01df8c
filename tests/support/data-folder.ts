import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandLineOf, readPidFile } from '#server/db/embedded/pid-file.ts'

/** The PostgreSQL of a killed site shuts down on its own, and writes to the folder until then. */
export async function removeDataFolder(folder: string) {
  while (databasePid(folder)) await sleep(20)
  await rm(folder, { recursive: true, force: true })
}

/** The main process of the bundled PostgreSQL on a data folder, if it is running. */
export function databasePid(dataDir: string) {
  const pid = readPidFile(join(dataDir, 'postgres'))?.pid
  return pid && commandLineOf(pid).includes('postgres') ? pid : undefined
}
