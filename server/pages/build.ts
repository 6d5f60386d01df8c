import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, statSync } from 'node:fs'
import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { BuilderOptions } from 'vite'
import { sayLine } from '#server/process/say-line.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
const compressible = /\.(js|css|svg|json|txt|webmanifest)$/

/** What a build writes last. Its time is that of the beginning, so what is changed meanwhile counts as newer. */
const buildMark = 'dist/built'

export const builder: BuilderOptions = {
  async buildApp(builder) {
    const { client, ssr, worker } = builder.environments
    if (!client || !ssr || !worker) throw new Error('vite.config.ts lacks an environment of the pages')
    const mark = resolve(buildMark)
    await rm(mark, { force: true })
    const began = new Date()
    await Promise.all([builder.build(client), builder.build(ssr)])
    // In the folder of the client, which empties it first.
    await builder.build(worker)
    await precompress(resolve('dist/client'))
    await writeFile(mark, '')
    await utimes(mark, began, began)
  },
}

/** Writes a .br and a .gz beside every text asset, so that the server never compresses one on the way out. */
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
