import { spawnSync } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const project = resolve(import.meta.dirname, '../..')
const result = 'dist/client/.vite/manifest.json'
const sources = ['web/**/*', 'contract/*', '{vite,chunks,router,styles}.config.ts', 'package-lock.json']

/** Builds the pages when they never were, or when something they are made of is newer. A few seconds, said before. */
export function ensureBuilt() {
  // An installed package brings its pages, and nothing to build them from.
  if (!existsSync(join(project, 'vite.config.ts'))) return
  if (changedAt(result) > Math.max(...globSync(sources, { cwd: project }).map(changedAt))) return
  // Not on standard output, which is the log's.
  console.warn('Building the pages, once …')
  const vite = join(project, 'node_modules/.bin/vite')
  const built = spawnSync(vite, ['build', '--app', '--logLevel', 'warn'], { cwd: project, stdio: 'inherit' })
  if (built.status !== 0) throw new Error('Foldout cannot start: the pages could not be built (see above)')
}

const changedAt = (path: string) => statSync(join(project, path), { throwIfNoEntry: false })?.mtimeMs ?? 0
