import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { BuilderOptions, ViteBuilder } from 'vite'
import { isAlive } from './server/db/embedded/liveness.ts'

const project = import.meta.dirname
const compressible = /\.(js|css|svg|json|txt|webmanifest)$/
const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/**
 * Builds for browsers and for the server at once. Whoever started this and waits for the pages (`ensure-built.ts`) is told
 * when they can be shown: compressing their files takes as long again, and spares only lines.
 */
export const builder: BuilderOptions = {
  async buildApp(builder) {
    const isOfAnother = await buildInTurn(join(project, 'dist'), async () => {
      await Promise.all([buildOf(builder, 'client'), buildOf(builder, 'ssr')])
      // In the folder of the client, which empties it first.
      await buildOf(builder, 'worker')
      // Whoever waited may be gone by now.
      process.send?.('shown', () => undefined)
      await precompress(resolve(project, 'dist/client'))
    })
    // Vite builds by itself what nothing says is built.
    if (isOfAnother) for (const environment of Object.values(builder.environments)) environment.isBuilt = true
  },
}

/** No build takes longer: after this whoever is named as building is another process by the same number. */
const longestBuildMs = 300_000

/**
 * Builds while nobody else does, since two would write into the same files; whoever was to see that there is a build, and waited
 * for another, takes that one's. `built` is written last, so a build that was cut short is none; its time is that of the
 * beginning, so what has changed meanwhile counts as newer. Answers whether it is another's.
 */
export async function buildInTurn(folder: string, build: () => Promise<void>) {
  const [built, building] = [join(folder, 'built'), join(folder, 'building')]
  await mkdir(folder, { recursive: true })
  const hasWaited = await takeTurn(building)
  try {
    if (hasWaited && process.send && existsSync(built)) return true
    const began = new Date()
    await rm(built, { force: true })
    await build()
    if (!(await isOurs(building))) throw new Error('Another build has written into the files of this one.')
    // Not there until it has its time.
    await writeFile(`${built}.part`, '')
    await utimes(`${built}.part`, began, began)
    await rename(`${built}.part`, built)
    return false
  } finally {
    if (await isOurs(building)) await rm(building, { force: true })
  }
}

/** Answers whether another build went before. */
async function takeTurn(building: string) {
  for (let hasWaited = false; ; ) {
    const isTaken = await writeFile(building, String(process.pid), { flag: 'wx' }).catch(refuseUnlessThere)
    if (!isTaken) return hasWaited
    if ((await otherBuild(building)) === 'cut short') await rm(building, { force: true })
    else {
      hasWaited = true
      await sleep(100)
    }
  }
}

function refuseUnlessThere(error: NodeJS.ErrnoException) {
  if (error.code !== 'EEXIST') throw error
  return true
}

const builderIn = (building: string) => readFile(building, 'utf8').catch(() => undefined)
const isOurs = async (building: string) => (await builderIn(building)) === String(process.pid)

/** In a container the one before had the same number. A file that says none yet was made this moment. */
async function otherBuild(building: string) {
  const [builder, made] = [await builderIn(building), await stat(building).catch(() => undefined)]
  if (builder === undefined || !made) return 'over'
  if (Date.now() - made.mtimeMs > longestBuildMs || builder === String(process.pid)) return 'cut short'
  return builder === '' || isAlive(Number(builder)) ? 'under way' : 'cut short'
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
