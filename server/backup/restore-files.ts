import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { workFolder } from '#server/media/ingest.ts'
import { openStorage } from '#server/media/storage/open-storage.ts'
import type { MediaStorage } from '#server/media/storage/storage.ts'
import { BackupError } from './backup-error.ts'
import { flushFolder, readPlain, writeNewFile } from './backup-files.ts'
import { assertPlainFile, backupPaths, folderPaths, type OpenedBackup } from './backup-folder.ts'
import { folderPrefixes, type ListedFile, listsByFolder, readMediaList } from './media-list.ts'

type StorageConfig = Pick<Config, 'dataDir' | 's3'>

const concurrency = 4

type RestoreFilesOptions = { withoutDamaged: boolean; onProgress: (progress: string) => void }

/** Copies media to the site. Existing files stay. Returns the names of omitted files. */
export async function restoreMedia(
  config: StorageConfig,
  backup: OpenedBackup,
  { withoutDamaged, onProgress }: RestoreFilesOptions,
) {
  const storage = await openStorage(config)
  await mkdir(workFolder(config), { recursive: true })
  const workPath = await mkdtemp(join(workFolder(config), 'restore-'))
  const skipped: string[] = []
  const skipDamaged = (name: string) => (error: unknown) => {
    if (!withoutDamaged || !isDamaged(error)) throw error
    skipped.push(name)
  }
  const files = listsByFolder(readMediaList(backupPaths(backup.path).mediaList), ({ name }) => name)
  try {
    for (const [index, prefix] of folderPrefixes.entries()) {
      const batch = await files.take(prefix)
      for (let start = 0; start < batch.length; start += concurrency)
        await Promise.all(
          batch
            .slice(start, start + concurrency)
            .map((file) => restoreFile(file, { storage, folder: workPath, backup }).catch(skipDamaged(file.name))),
        )
      if ((index + 1) % 32 === 0) onProgress(`media: ${Math.round(((index + 1) / 256) * 100)}%`)
    }
  } finally {
    await files.close()
    await rm(workPath, { recursive: true, force: true })
  }
  return skipped
}

/** Whether a file of a backup differs from its entry in the list, is missing, or is a link. */
const isDamaged = (error: unknown) =>
  error instanceof BackupError || ['ENOENT', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '')

type RestoreTarget = { storage: MediaStorage; folder: string; backup: OpenedBackup }

async function restoreFile({ name, bytes, sha256 }: ListedFile, { storage, folder, backup }: RestoreTarget) {
  if ((await storage.find(name))?.size === bytes) return
  const from = folderPaths(backup.folder).mediaFile(name)
  const digest = await writeNewFile(join(folder, name), await readPlain(from))
  if (digest.bytes !== bytes || digest.sha256 !== sha256)
    throw new BackupError(`${from} is damaged. Use --without-damaged to restore everything else.`)
  await storage.put(name, join(folder, name))
  await rm(join(folder, name), { force: true })
}

/** Replaces the secret that an empty site generated, and pages with the same names. */
export async function restoreData({ dataDir }: StorageConfig, { path, manifest }: OpenedBackup) {
  const paths = backupPaths(path)
  if (manifest.secret) await replaceFile(join(dataDir, 'secret'), paths.secret)
  if (manifest.pages.length > 0) await mkdir(join(dataDir, 'pages'), { recursive: true })
  for (const { name } of manifest.pages) await replaceFile(join(dataDir, 'pages', name), paths.page(name))
  await flushFolder(dataDir)
}

async function replaceFile(path: string, from: string) {
  const unfinished = `${path}.${process.pid}`
  await writeFile(unfinished, await readFile(await assertPlainFile(from)), { mode: 0o600, flush: true })
  await rename(unfinished, path)
}
