/**
 * Decodes one file in a process of its own, so that a file made to crash, stall or exhaust a decoder takes nothing
 * else with it. Started by ../decode-file.ts with a `Task` as its argument; answers one line of JSON.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rename, stat, writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { imageWidths } from '#contract/media-address.ts'
import { bytesPerMb, type Decoded, type Outcome, type Task } from './decode-task.ts'
import { decodeImage } from './image.ts'
import { damagedOnItsWay, notAnImage, RefusedFile, tooManyBytes } from './refused-file.ts'
import { sniff } from './sniff.ts'

/**
 * Decodes one file in a process of its own, so that a file made to crash, stall or exhaust a decoder takes nothing
 * else with it. Started by ../decode-file.ts with a `Task` as its argument; answers one line of JSON.
 */

const mostMemory = 1200 * bytesPerMb

setPriority(10)
setInterval(() => process.memoryUsage.rss() > mostMemory && giveUp(), 100).unref()
fixWhatWritersStamp()
console.info(JSON.stringify(await outcomeOf(JSON.parse(process.argv[2] ?? '') as Task)))

/** An ordinary exit would wait for the decoder's threads. */
function giveUp() {
  process.kill(process.pid, 'SIGKILL')
}

async function outcomeOf(task: Task): Promise<Outcome> {
  try {
    return { decoded: await decode(task) }
  } catch (error) {
    if (error instanceof RefusedFile) return { refused: error.message }
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return { full: true }
    throw error
  }
}

async function decode({ from, into, sha256, only, limits }: Task): Promise<Decoded> {
  if (sha256 && (await digestOf(from)).toString('hex') !== sha256) throw new RefusedFile(damagedOnItsWay)
  const sniffed = await sniff(from)
  const kind = sniffed === 'video' ? 'video' : 'image'
  if (only && kind !== only) throw new RefusedFile(notAnImage)
  const most = kind === 'video' ? limits.maxVideoMb : limits.maxImageMb
  if ((await stat(from)).size > most * bytesPerMb) throw new RefusedFile(tooManyBytes(kind, most))
  setTimeout(giveUp, kind === 'video' ? limits.videoMs : limits.imageMs).unref()
  return sniffed === 'video' ? writeVideo(from, into) : writeImage(from, into, sniffed)
}

async function writeImage(from: string, into: string, sniffed: 'image' | 'svg') {
  const { variants, ...image } = await decodeImage(from, sniffed)
  const files = await writeVariants(variants, into)
  return { ...image, kind: 'image', extension: 'webp', ...(await named(into, files)) } as const
}

async function writeVideo(from: string, into: string) {
  const { decodeVideo } = await import('./video.ts')
  const { extension, width, height, poster } = await decodeVideo(from, join(into, 'video'))
  const files = [
    { path: join(into, 'video'), ending: `.${extension}` },
    ...(await writeVariants(poster.variants, into)),
  ]
  return {
    kind: 'video',
    extension,
    width,
    height,
    placeholder: poster.placeholder,
    ...(await named(into, files)),
  } as const
}

type Written = { path: string; ending: string }

async function writeVariants(variants: Buffer[], into: string): Promise<Written[]> {
  const files = imageWidths.map((width) => ({ path: join(into, `${width}`), ending: `-${width}.webp` }))
  for (const [index, { path }] of files.entries()) await writeFile(path, variants[index] ?? '')
  return files
}

/** Gives the files the names they are served under: half of a SHA-256 over the SHA-256 of each. */
async function named(into: string, files: Written[]) {
  const whole = createHash('sha256')
  let byteSize = 0
  for (const { path } of files) {
    whole.update(await digestOf(path))
    byteSize += (await stat(path)).size
  }
  const hash = whole.digest('hex').slice(0, 32)
  for (const { path, ending } of files) await rename(path, join(into, hash + ending))
  return { hash, byteSize, files: files.map(({ ending }) => hash + ending) }
}

async function digestOf(path: string) {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: bytesPerMb })) hash.update(chunk)
  return hash.digest()
}

/**
 * The video writers stamp the time and a random number into a file. Here they find the same ones always, so that
 * the same video gives the same bytes, and tells nobody when it was uploaded.
 */
function fixWhatWritersStamp() {
  Date.now = () => 0
  Math.random = () => 0.5
}
