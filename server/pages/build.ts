import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { BuilderOptions } from 'vite'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
const compressible = /\.(js|css|svg|json|txt|webmanifest)$/

/** What a build writes last. Its time is that of the beginning, so what is changed meanwhile counts as newer. */
export const buildMark = 'dist/built'

/** Builds the pages for browsers and for the server (vite.config.ts). */
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
