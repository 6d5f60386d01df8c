import { rm } from 'node:fs/promises'
import { listBackups, pathsIn, pathsOf } from './backup-folder.ts'
import { readMediaList } from './media-list.ts'

type Old = {
  /** How many backups stay; all if it is not said. */
  keep?: number | undefined
  /** Files in the folder that the newest backup does not list. */
  unlisted: string[]
}

/** Removes backups beyond those that are kept, and files that none lists any more. */
export async function removeOld(folder: string, { keep, unlisted }: Old) {
  const paths = pathsIn(folder)
  const names = await listBackups(folder)
  for (const name of keep === undefined ? [] : names.slice(keep)) {
    // First what makes it a backup: cut off here, it is none, and goes the next time.
    await rm(pathsOf(paths.backup(name)).manifest, { force: true })
    await rm(paths.backup(name), { recursive: true, force: true })
  }
  const free = new Set(unlisted)
  for (const name of names.slice(1, keep)) {
    if (free.size === 0) return
    for await (const file of readMediaList(pathsOf(paths.backup(name)).mediaList)) free.delete(file.name)
  }
  for (const name of free) await rm(paths.mediaFile(name), { force: true })
}
