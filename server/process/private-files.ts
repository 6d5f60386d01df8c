import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** From now on, only the current user can access the files that this process and its children create. */
export const restrictFilePermissions = () => process.umask(0o077)

/** Folders in DATA_DIR that earlier versions left readable for every user of the machine. */
const formerlyPublicFolders = ['documents', 'media', 'uploads']

/** A private folder protects its files, whatever their modes. */
export function restrictFormerlyPublicFolders(dataDir: string) {
  for (const path of formerlyPublicFolders.map((name) => join(dataDir, name))) {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats && stats.uid === process.getuid?.() && (stats.mode & 0o077) !== 0) chmodSync(path, 0o700)
  }
}

/** Creates a folder and its parents. PostgreSQL's user may pass through those that root creates. */
export function makeTraversableFolder(folder: string, mode = 0o711) {
  const first = mkdirSync(folder, { recursive: true })
  if (first === undefined || process.getuid?.() !== 0) return
  for (let path = folder; path.length >= first.length; path = dirname(path)) chmodSync(path, mode)
}
