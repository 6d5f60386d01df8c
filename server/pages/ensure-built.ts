import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sayLine } from '#server/process/say-line.ts'

const project = resolve(import.meta.dirname, '../..')
/** What a build writes last, with the time when it began. */
const result = 'dist/built'
/** What a site cannot open without. */
const needed = ['dist/client/.vite/manifest.json', 'dist/server/entry-server.js']
const sources = [
  'web/**/*',
  'contract/*',
  '{vite,build,chunks,react,router,styles}.config.ts',
  'package-lock.json',
]

/**
 * Builds the pages when they never were, or when something they are made of is newer. A few seconds, said before.
 * `isEnough`: as soon as they can be `shown`, or when their files are `compressed` as well.
 */
export async function ensureBuilt({ isEnough }: { isEnough: 'shown' | 'compressed' }) {
  // An installed package brings its pages, and nothing to build them from.
  if (!existsSync(join(project, 'vite.config.ts'))) return
  if (isBuilt(project)) return
  sayLine('Building the pages, once …')
  const vite = join(project, 'node_modules/.bin/vite')
  const build = spawn(vite, ['build', '--app', '--logLevel', 'warn'], {
    cwd: project,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(build, 'exit').then(([status]) => {
    if (status !== 0) throw new Error('Foldout cannot start: the pages could not be built (see above)')
  })
  if (isEnough === 'compressed') return ended
  // Whatever watches this process may have the other say more.
  const shown = new Promise<void>((resolve) => {
    build.on('message', (message) => message === 'shown' && resolve())
  })
  await Promise.race([ended, shown])
  if (build.connected) build.disconnect()
  build.unref()
}

/** Whether the pages of a project are there as a whole, and nothing that they are made of has changed since their build began. */
export function isBuilt(project: string) {
  const changedAt = (path: string) => statSync(join(project, path), { throwIfNoEntry: false })?.mtimeMs ?? 0
  return (
    needed.every((path) => existsSync(join(project, path))) &&
    changedAt(result) > Math.max(...globSync(sources, { cwd: project }).map(changedAt))
  )
}
