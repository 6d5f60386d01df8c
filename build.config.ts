import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { BuilderOptions, ViteBuilder } from 'vite'

const project = import.meta.dirname
const compressible = /\.(js|css|svg|json|txt|webmanifest)$/
const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Written last, so a build that was cut short is none. */
const built = join(project, 'dist/built')

/**
 * Builds for browsers and for the server at once. Whoever started this and waits for the pages (`ensure-built.ts`) is told
 * when they can be shown: compressing their files takes as long again, and spares only lines.
 */
export const builder: BuilderOptions = {
  async buildApp(builder) {
    await rm(built, { force: true })
    await Promise.all([buildOf(builder, 'client'), buildOf(builder, 'ssr')])
    // In the folder of the client, which empties it first.
    await buildOf(builder, 'worker')
    process.send?.('shown')
    await precompress(resolve(project, 'dist/client'))
    await writeFile(built, '')
  },
}

function buildOf(builder: ViteBuilder, name: string) {
  const environment = builder.environments[name]
  if (!environment) throw new Error(`vite.config.ts has no environment ${name}`)
  return builder.build(environment)
}

/** Writes a .br and a .gz beside every text asset, so that the server never compresses one on the way out. */
export async function precompress(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name))
  await Promise.all(files.map((file) => compressBeside(join(file.parentPath, file.name))))
}

async function compressBeside(file: string) {
  const bytes = await readFile(file)
  await writeWhole(`${file}.br`, await brotli(bytes))
  await writeWhole(`${file}.gz`, await gzipped(bytes, { level: 9 }))
}

/** The site may be open already: half a file must never be sent. */
async function writeWhole(file: string, bytes: Buffer) {
  await writeFile(`${file}.part`, bytes)
  await rename(`${file}.part`, file)
}
