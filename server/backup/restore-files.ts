import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { workFolder } from '#server/media/ingest.ts'
import { openStorage } from '#server/media/storage/open-storage.ts'
import type { MediaStorage } from '#server/media/storage/storage.ts'
import { type OpenedBackup, pathsIn, pathsOf, plainFile } from './backup-folder.ts'
import { flushFolder, keepFile, readKept } from './kept-files.ts'
import { type ListedFile, listsByFolder, prefixes, readMediaList } from './media-list.ts'
import { RefusedBackup } from './refused-backup.ts'

type Place = Pick<Config, 'dataDir' | 's3'>

const atOnce = 4

type Wishes = { withoutDamaged: boolean; onStep: (step: string) => void }

/** Copies media to the site. Existing files stay. Returns the names of omitted files. */
export async function restoreMedia(config: Place, backup: OpenedBackup, { withoutDamaged, onStep }: Wishes) {
  const storage = await openStorage(config)
  await mkdir(workFolder(config), { recursive: true })
  const into = await mkdtemp(join(workFolder(config), 'restore-'))
  const leftOut: string[] = []
  const lost = (name: string) => (error: unknown) => {
    if (!withoutDamaged || !isDamaged(error)) throw error
    leftOut.push(name)
  }
  const files = listsByFolder(readMediaList(pathsOf(backup.path).mediaList), ({ name }) => name)
  try {
    for (const [at, prefix] of prefixes.entries()) {
      const some = await files.of(prefix)
      for (let from = 0; from < some.length; from += atOnce)
        await Promise.all(
          some
            .slice(from, from + atOnce)
            .map((file) => putOne(file, { storage, into, backup }).catch(lost(file.name))),
        )
      if ((at + 1) % 32 === 0) onStep(`media: ${Math.round(((at + 1) / 256) * 100)} %`)
    }
  } finally {
    await files.close()
    await rm(into, { recursive: true, force: true })
  }
  return leftOut
}

/** Whether a file of a backup differs from its entry in the list, is missing, or is a link. */
const isDamaged = (error: unknown) =>
  error instanceof RefusedBackup || ['ENOENT', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '')

type Putting = { storage: MediaStorage; into: string; backup: OpenedBackup }

async function putOne({ name, bytes, sha256 }: ListedFile, { storage, into, backup }: Putting) {
  if ((await storage.find(name))?.size === bytes) return
  const from = pathsIn(backup.folder).mediaFile(name)
  const copied = await keepFile(join(into, name), await readKept(from))
  if (copied.bytes !== bytes || copied.sha256 !== sha256)
    throw new RefusedBackup(`${from} is damaged. Use --without-damaged to restore everything else.`)
  await storage.put(name, join(into, name))
  await rm(join(into, name), { force: true })
}

/** Replaces the secret that an empty site generated, and pages with the same names. */
export async function restoreData({ dataDir }: Place, { path, manifest }: OpenedBackup) {
  const paths = pathsOf(path)
  if (manifest.secret) await replace(join(dataDir, 'secret'), paths.secret)
  if (manifest.pages.length > 0) await mkdir(join(dataDir, 'pages'), { recursive: true })
  for (const { name } of manifest.pages) await replace(join(dataDir, 'pages', name), paths.page(name))
  await flushFolder(dataDir)
}

async function replace(path: string, from: string) {
  const unfinished = `${path}.${process.pid}`
  await writeFile(unfinished, await readFile(await plainFile(from)), { mode: 0o600, flush: true })
  await rename(unfinished, path)
}
