import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, statSync } from 'node:fs'
import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { BuilderOptions } from 'vite'
import { logLine } from '#server/process/log-line.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
const compressible = /\.(js|css|svg|json|txt|webmanifest)$/

/** A build writes this file last, with the time of its start, so that files changed during the build count as newer. */
const buildMark = 'dist/built'

export const builder: BuilderOptions = {
  async buildApp(builder) {
    const { client, ssr, worker } = builder.environments
    if (!client || !ssr || !worker) throw new Error('vite.config.ts lacks an environment of the pages')
    const markFile = resolve(buildMark)
    await rm(markFile, { force: true })
    const startedAt = new Date()
    await Promise.all([builder.build(client), builder.build(ssr)])
    // Goes into the client's folder, which the client's build empties first.
    await builder.build(worker)
    await precompress(resolve('dist/client'))
    await writeFile(markFile, '')
    await utimes(markFile, startedAt, startedAt)
  },
}

/** Writes a .br and a .gz next to every text asset, so that the server never compresses one. */
export async function precompress(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name))
  await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const file = join(parentPath, name)
      const bytes = await readFile(file)
      await writeFile(`${file}.br`, await brotli(bytes))
      await writeFile(`${file}.gz`, await gzipped(bytes, { level: 9 }))
    }),
  )
}

const project = resolve(import.meta.dirname, '../..')
const requiredFiles = ['dist/client/.vite/manifest.json', 'dist/server/entry-server.js']
const sources = ['web/**/*', 'contract/*', 'languages/*', 'vite.config.ts', 'package-lock.json']

/** Builds the pages if there are none or a source is newer. Announced, as it takes a few seconds. */
export async function ensureBuilt() {
  // An installed package includes the built pages but not their sources.
  if (!existsSync(join(project, 'vite.config.ts')) || isBuilt(project)) return
  logLine('Building the pages, only this once…')
  const vite = join(project, 'node_modules/.bin/vite')
  const build = spawn(vite, ['build', '--app', '--logLevel', 'warn'], {
    cwd: project,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [status] = await once(build, 'exit')
  if (status !== 0) throw new Error('Foldout cannot start: the pages could not be built (see above)')
}

/** Whether the pages of a project are complete, and no source has changed since their build started. */
export function isBuilt(project: string) {
  const changedAt = (path: string) => statSync(join(project, path), { throwIfNoEntry: false })?.mtimeMs ?? 0
  return (
    requiredFiles.every((path) => existsSync(join(project, path))) &&
    changedAt(buildMark) > Math.max(...globSync(sources, { cwd: project }).map(changedAt))
  )
}
