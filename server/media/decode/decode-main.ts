/** Decodes one file in a sandboxed process, so that a hostile file harms nothing else. Prints a line of JSON. */
import { writeFileSync } from 'node:fs'
import { bytesPerMb, hashOfFiles, nicenessOf, type Task } from './decode-task.ts'
import { dropPrivileges, giveWay } from './drop-privileges.ts'
import { digestOf, openFiles, readSent, writeVariants } from './open-files.ts'
import type { Outcome } from './outcome.ts'
import { damagedOnItsWay, RefusedFile } from './refused-file.ts'

type DecodedFile = Extract<Outcome, { decoded: object }>['decoded']
type Decode = () => Promise<Omit<DecodedFile, 'hash'>>

const mostMemory = 1200 * bytesPerMb

const task = JSON.parse(process.argv[2] ?? '') as Task
giveWay(nicenessOf[task.kind])
const decode = await loadDecoder()
dropPrivileges()
setInterval(() => isTooMuch() && giveUp(), 100).unref()
fixWhatWritersStamp()
console.info(JSON.stringify(await outcome()))

/** Measures CPU time, because a busy machine does not make a file too much. */
function isTooMuch() {
  const { user, system } = process.cpuUsage()
  return process.memoryUsage.rss() > mostMemory || (user + system) / 1000 > task.ms
}

/** An ordinary exit would wait for the decoder's threads. */
function giveUp() {
  process.kill(process.pid, 'SIGKILL')
}

async function outcome(): Promise<Outcome> {
  try {
    if (task.sha256 && (await digestOf(openFiles.sent)).toString('hex') !== task.sha256)
      throw new RefusedFile(damagedOnItsWay)
    const decoded = await decode()
    return { decoded: { ...decoded, hash: await hashOfWritten(decoded) } }
  } catch (error) {
    if (error instanceof RefusedFile) return { refused: error.message }
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return { full: true }
    throw error
  }
}

/** Loads all code now; without privileges it may not be readable. */
async function loadDecoder(): Promise<Decode> {
  if (task.kind === 'video') {
    const { decodeVideo } = await import('./video.ts')
    return async () => {
      const { poster, ...video } = await decodeVideo()
      writeVariants(poster.variants)
      return { ...video, placeholder: poster.placeholder, looks: poster.looks }
    }
  }
  const decodeBytes = await loadImageDecoder()
  return async () => {
    const { variants, print, ...image } = await decodeBytes(readSent(), task.toPrint)
    writeVariants(variants)
    if (print) writeFileSync(openFiles.print, print.bytes)
    return { ...image, extension: 'webp', ...(print && { printWidth: print.width }) }
  }
}

async function loadImageDecoder() {
  const { size } = task
  if (task.kind === 'svg') return (await import('./drawing.ts')).decodeDrawing
  const { decodeImage, decodePixels } = await import('./image.ts')
  return size ? (bytes: Buffer, toPrint: boolean) => decodePixels({ bytes, size }, toPrint) : decodeImage
}

async function hashOfWritten({ printWidth }: Pick<DecodedFile, 'printWidth'>) {
  const large = task.kind === 'video' ? [openFiles.video] : printWidth ? [openFiles.print] : []
  const files = [...large, ...openFiles.variants]
  const digests = []
  for (const file of files) digests.push(await digestOf(file))
  return hashOfFiles(digests)
}

/** Video writers store the time and a random number. Fixed values give reproducible bytes and reveal no date. */
function fixWhatWritersStamp() {
  Date.now = () => 0
  Math.random = () => 0.5
}
