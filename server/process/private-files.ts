import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** From here on everything that this process and its children write is for their user alone. */
export const keepFilesPrivate = () => process.umask(0o077)

/** Folders of DATA_DIR that earlier versions made readable for every user of the machine. */
const onceOpen = ['documents', 'media', 'uploads']

/** Nobody else can enter these folders, whatever the modes of the files in them. */
export function closeEarlierFolders(dataDir: string) {
  for (const path of onceOpen.map((name) => join(dataDir, name))) {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats && stats.uid === process.getuid?.() && (stats.mode & 0o077) !== 0) chmodSync(path, 0o700)
  }
}

/** Makes a folder and its parents. PostgreSQL's user may pass through those that root makes. */
export function makePassableFolder(folder: string, mode = 0o711) {
  const first = mkdirSync(folder, { recursive: true })
  if (first === undefined || process.getuid?.() !== 0) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) chmodSync(made, mode)
}
