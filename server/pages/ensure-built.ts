import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const project = resolve(import.meta.dirname, '../..')
/** What a build writes last. */
const result = 'dist/built'
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
  if (changedAt(result) > Math.max(...globSync(sources, { cwd: project }).map(changedAt))) return
  // Not on standard output, which is the log's.
  console.warn('Building the pages, once …')
  const vite = join(project, 'node_modules/.bin/vite')
  const build = spawn(vite, ['build', '--app', '--logLevel', 'warn'], {
    cwd: project,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(build, 'exit').then(([status]) => {
    if (status !== 0) throw new Error('Foldout cannot start: the pages could not be built (see above)')
  })
  if (isEnough === 'compressed') return ended
  await Promise.race([ended, once(build, 'message')])
  if (build.connected) build.disconnect()
  build.unref()
}

const changedAt = (path: string) => statSync(join(project, path), { throwIfNoEntry: false })?.mtimeMs ?? 0
