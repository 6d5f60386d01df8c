import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError } from './backup-error.ts'
import { digestFile } from './backup-files.ts'
import {
  assertFolder,
  assertPlainFile,
  backupPaths,
  folderPaths,
  ignoreNotFound,
  listBackups,
  type OpenedBackup,
  openBackup,
} from './backup-folder.ts'
import type { FileDigest } from './manifest.ts'
import { folderPrefixes, listsByFolder, readMediaList } from './media-list.ts'

/** The named backup, or the newest. @throws BackupError if there is none or it is not complete */
export async function chooseBackup(folder: string, name?: string): Promise<OpenedBackup> {
  await assertFolder(folder)
  const [newest] = await listBackups(folder)
  const chosenName = name ?? newest
  if (!chosenName) throw new BackupError(`There is no backup in ${folder}.`)
  return openBackup(folder, chosenName)
}

type CheckOptions = { media?: boolean; deep?: boolean; onProgress?: (progress: string) => void }

export async function checkBackup(
  { path, folder, manifest }: OpenedBackup,
  { media: includesMedia = true, deep = false, onProgress }: CheckOptions = {},
) {
  const paths = backupPaths(path)
  const { tables, jobs, media, secret, pages } = manifest
  const files: [string, FileDigest][] = [
    ...tables.map((table): [string, FileDigest] => [paths.table(table.name), table]),
    ...pages.map((page): [string, FileDigest] => [paths.page(page.name), page]),
    [paths.jobs, jobs],
    [paths.mediaList, media.list],
    ...(secret ? [[paths.secret, secret] satisfies [string, FileDigest]] : []),
  ]
  const problems: string[] = []
  for (const [file, expected] of files) problems.push(...(await checkFile(file, expected)))
  if (!includesMedia || !(await hasValidMediaList({ path, manifest }))) return problems
  for await (const problem of checkMedia(folder, paths.mediaList, { deep, onProgress })) problems.push(problem)
  return problems
}

export const hasValidMediaList = async ({ path, manifest }: Pick<OpenedBackup, 'path' | 'manifest'>) =>
  (await checkFile(backupPaths(path).mediaList, manifest.media.list)).length === 0

async function checkFile(path: string, expected: FileDigest) {
  const actual = await digestFile(await assertPlainFile(path)).catch(ignoreNotFound)
  if (!actual) return [`${path} is missing`]
  return actual.bytes === expected.bytes && actual.sha256 === expected.sha256 ? [] : [`${path} is damaged`]
}

async function* checkMedia(folder: string, listPath: string, { deep, onProgress }: CheckOptions) {
  const files = listsByFolder(readMediaList(listPath), ({ name }) => name)
  const paths = folderPaths(folder)
  await assertFolder(paths.media)
  try {
    for (const [index, prefix] of folderPrefixes.entries()) {
      const present = await listFileNames(join(paths.media, prefix))
      for (const file of await files.take(prefix)) {
        const path = paths.mediaFile(file.name)
        if (!present.has(file.name)) yield `${path} is missing`
        else if (deep) yield* await checkFile(path, file)
      }
      if (deep && (index + 1) % 32 === 0) onProgress?.(`media of the backup: ${Math.round(((index + 1) / 256) * 100)}%`)
    }
  } finally {
    await files.close()
  }
}

async function listFileNames(folder: string) {
  await assertFolder(folder)
  const entries = (await readdir(folder, { withFileTypes: true }).catch(ignoreNotFound)) ?? []
  return new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name))
}
