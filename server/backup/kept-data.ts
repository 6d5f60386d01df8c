import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { absent, pathsOf } from './backup-folder.ts'
import { keepFile } from './kept-files.ts'
import type { Manifest } from './manifest.ts'

/** More than any page of an operator's has. */
const mostBytes = 1024 * 1024

type Kept = Pick<Manifest, 'secret' | 'pages'>

/** What else of a site is nowhere but in its `DATA_DIR`: its secret, and the pages its operator wrote. */
export async function keepData(
  { dataDir, secret }: Pick<Config, 'dataDir' | 'secret'>,
  backup: string,
): Promise<Kept> {
  const pages = await keepPages(dataDir, backup)
  const own = await readFile(join(dataDir, 'secret'), 'utf8').catch(absent)
  // Where it is a setting, it is kept with the settings.
  if (own?.trim() !== secret) return { pages }
  return { pages, secret: await keepFile(pathsOf(backup).secret, [own]) }
}

async function keepPages(dataDir: string, backup: string) {
  const folder = join(dataDir, 'pages')
  const names = ((await readdir(folder).catch(absent)) ?? []).filter((name) => /^[\w-]{1,64}\.md$/.test(name))
  await mkdir(join(backup, 'pages'), { mode: 0o700 })
  const pages: Manifest['pages'] = []
  for (const name of names) {
    const text = await readFile(join(folder, name))
    if (text.length <= mostBytes)
      pages.push({ name, ...(await keepFile(pathsOf(backup).page(name), [text])) })
  }
  return pages
}
