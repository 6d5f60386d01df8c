import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  absent,
  assertFolder,
  listBackups,
  type OpenedBackup,
  openBackup,
  pathsIn,
  pathsOf,
  plainFile,
} from './backup-folder.ts'
import { measureFile } from './kept-files.ts'
import type { KeptFile } from './manifest.ts'
import { listsByFolder, prefixes, readMediaList } from './media-list.ts'
import { RefusedBackup } from './refused-backup.ts'

/** The named backup, or the newest. @throws RefusedBackup if there is none or it is not complete */
export async function chooseBackup(folder: string, name?: string): Promise<OpenedBackup> {
  await assertFolder(folder)
  const [newest] = await listBackups(folder)
  const chosen = name ?? newest
  if (!chosen) throw new RefusedBackup(`There is no backup in ${folder}.`)
  return openBackup(folder, chosen)
}

type Look = { media?: boolean; deep?: boolean; onStep?: (step: string) => void }

export async function checkBackup(
  { path, folder, manifest }: OpenedBackup,
  { media: isWithMedia = true, deep = false, onStep }: Look = {},
) {
  const paths = pathsOf(path)
  const { tables, jobs, media, secret, pages } = manifest
  const files: [string, KeptFile][] = [
    ...tables.map((table): [string, KeptFile] => [paths.table(table.name), table]),
    ...pages.map((page): [string, KeptFile] => [paths.page(page.name), page]),
    [paths.jobs, jobs],
    [paths.mediaList, media.list],
    ...(secret ? [[paths.secret, secret] satisfies [string, KeptFile]] : []),
  ]
  const faults: string[] = []
  for (const [file, said] of files) faults.push(...(await faultOf(file, said)))
  if (!isWithMedia || !(await hasItsList({ path, manifest }))) return faults
  for await (const fault of mediaFaults(folder, paths.mediaList, { deep, onStep })) faults.push(fault)
  return faults
}

export const hasItsList = async ({ path, manifest }: Pick<OpenedBackup, 'path' | 'manifest'>) =>
  (await faultOf(pathsOf(path).mediaList, manifest.media.list)).length === 0

async function faultOf(path: string, said: KeptFile) {
  const found = await measureFile(await plainFile(path)).catch(absent)
  if (!found) return [`${path} is missing`]
  return found.bytes === said.bytes && found.sha256 === said.sha256 ? [] : [`${path} is damaged`]
}

async function* mediaFaults(folder: string, list: string, { deep, onStep }: Look) {
  const files = listsByFolder(readMediaList(list), ({ name }) => name)
  const paths = pathsIn(folder)
  await assertFolder(paths.media)
  try {
    for (const [at, prefix] of prefixes.entries()) {
      const present = await listPresent(join(paths.media, prefix))
      for (const file of await files.of(prefix)) {
        const path = paths.mediaFile(file.name)
        if (!present.has(file.name)) yield `${path} is missing`
        else if (deep) yield* await faultOf(path, file)
      }
      if (deep && (at + 1) % 32 === 0)
        onStep?.(`media of the backup: ${Math.round(((at + 1) / 256) * 100)} %`)
    }
  } finally {
    await files.close()
  }
}

async function listPresent(folder: string) {
  await assertFolder(folder)
  const entries = (await readdir(folder, { withFileTypes: true }).catch(absent)) ?? []
  return new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name))
}
