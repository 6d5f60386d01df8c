import { rm } from 'node:fs/promises'
import { listBackups, openBackup, pathsIn, pathsOf } from './backup-folder.ts'
import { hasItsList } from './check-backup.ts'
import { readMediaList } from './media-list.ts'
import { RefusedBackup } from './refused-backup.ts'

type Old = {
  /** The one that was just made, which stays whatever the clock says of the others. */
  made: string
  /** How many backups stay; all if it is not said. */
  keep?: number | undefined
  /** Files in the folder that it does not list. */
  unlisted: string[]
}

/** Removes backups beyond those that are kept, and files that none lists any more. */
export async function removeOld(folder: string, { made, keep, unlisted }: Old) {
  const paths = pathsIn(folder)
  const others = (await listBackups(folder)).filter((name) => name !== made)
  const most = keep === undefined ? others.length : keep - 1
  for (const name of others.slice(most)) {
    // First what makes it a backup: cut off here, it is none, and goes the next time.
    await rm(pathsOf(paths.backup(name)).manifest, { force: true })
    await rm(paths.backup(name), { recursive: true, force: true })
  }
  const free = new Set(unlisted)
  for (const name of others.slice(0, most)) {
    if (free.size === 0) return
    const backup = await openBackup(folder, name).catch(none)
    if (!backup) continue
    // Nobody knows which files it has: all stay.
    if (!(await hasItsList(backup))) return
    for await (const file of readMediaList(pathsOf(backup.path).mediaList)) free.delete(file.name)
  }
  for (const name of free) await rm(paths.mediaFile(name), { force: true })
}

/** What was cut off while it was removed can be restored by nobody, and holds no files. */
function none(error: unknown) {
  if (error instanceof RefusedBackup) return undefined
  throw error
}
