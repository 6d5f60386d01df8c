import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sayLine } from '#server/process/say-line.ts'
import { buildMark } from './build.ts'

const project = resolve(import.meta.dirname, '../..')
/** What a site cannot open without. */
const needed = ['dist/client/.vite/manifest.json', 'dist/server/entry-server.js']
const sources = ['web/**/*', 'contract/*', 'vite.config.ts', 'package-lock.json']

/** Builds the pages when they never were, or when something they are made of is newer. A few seconds, said before. */
export async function ensureBuilt() {
  // An installed package brings its pages, and nothing to build them from.
  if (!existsSync(join(project, 'vite.config.ts')) || isBuilt(project)) return
  sayLine('Building the pages, once …')
  const vite = join(project, 'node_modules/.bin/vite')
  const build = spawn(vite, ['build', '--app', '--logLevel', 'warn'], {
    cwd: project,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [status] = await once(build, 'exit')
  if (status !== 0) throw new Error('Foldout cannot start: the pages could not be built (see above)')
}

/** Whether the pages of a project are there as a whole, and nothing that they are made of has changed since their build began. */
export function isBuilt(project: string) {
  const changedAt = (path: string) => statSync(join(project, path), { throwIfNoEntry: false })?.mtimeMs ?? 0
  return (
    needed.every((path) => existsSync(join(project, path))) &&
    changedAt(buildMark) > Math.max(...globSync(sources, { cwd: project }).map(changedAt))
  )
}
