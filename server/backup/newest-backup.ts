import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { listBackups, pathsOf } from './backup-folder.ts'

/** When the newest backup in a folder was made, of those that are whole; undefined where there is none. */
export async function findNewestBackup(folder: string, now = new Date()): Promise<Date | undefined> {
  const names = await listBackups(folder)
  // One that is being removed has lost its manifest first. What a clock that was ahead has named would stay new for ever.
  return names
    .filter((name) => existsSync(pathsOf(join(folder, name)).manifest))
    .map(momentOf)
    .find((moment) => moment <= now)
}

const momentOf = (name: string) => new Date(name.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'))
