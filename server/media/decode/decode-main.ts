/**
 * Decodes one file in a sandboxed process, so that a hostile file harms nothing else. Prints a line of JSON. It is started for
 * a kind of file, and may wait for one.
 */
import { writeFileSync } from 'node:fs'
import { bytesPerMb, combineHashes, type DecodeTask, nicenessByKind } from './decode-task.ts'
import type { DecoderResult } from './decoder-result.ts'
import { dropPrivileges, lowerPriority } from './drop-privileges.ts'
import { fileDescriptors, hashFile, readInput, writeVariants } from './file-descriptors.ts'
import { corruptedUploadMessage, RejectedFileError } from './file-errors.ts'
import { readTask } from './read-task.ts'
import type { FileKind } from './sniff.ts'

type DecodedFile = Extract<DecoderResult, { decoded: object }>['decoded']
type Decode = () => Promise<Omit<DecodedFile, 'hash'>>

const maxMemoryBytes = 1200 * bytesPerMb

const kind = process.argv[2] as FileKind
lowerPriority(nicenessByKind[kind])
const decode = await loadDecoder()
dropPrivileges()
const task = readTask<DecodeTask>()
setInterval(() => isOverLimit() && abortDecoding(), 100).unref()
makeOutputDeterministic()
console.info(JSON.stringify(await runTask()))

/** Measures CPU time, because a busy machine does not make a file too much. */
function isOverLimit() {
  const { user, system } = process.cpuUsage()
  return process.memoryUsage.rss() > maxMemoryBytes || (user + system) / 1000 > task.maxCpuMs
}

/** An ordinary exit would wait for the decoder's threads. */
function abortDecoding() {
  process.kill(process.pid, 'SIGKILL')
}

async function runTask(): Promise<DecoderResult> {
  try {
    if (task.sha256 && (await hashFile(fileDescriptors.input)).toString('hex') !== task.sha256)
      throw new RejectedFileError(corruptedUploadMessage)
    const decoded = await decode()
    return { decoded: { ...decoded, hash: await hashOutputFiles(decoded) } }
  } catch (error) {
    if (error instanceof RejectedFileError) return { refused: error.sentence }
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return { full: true }
    throw error
  }
}

/** Loads all code now; without privileges it may not be readable. */
async function loadDecoder(): Promise<Decode> {
  if (kind === 'video') {
    const { decodeVideo } = await import('./video.ts')
    return async () => {
      const { poster, ...video } = await decodeVideo()
      writeVariants(poster.variants)
      return { ...video, placeholder: poster.placeholder, perceptualHash: poster.perceptualHash }
    }
  }
  const decodeBytes = await loadImageDecoder()
  return async () => {
    const { variants, print, ...image } = await decodeBytes(readInput(), task.needsPrint)
    writeVariants(variants)
    if (print) writeFileSync(fileDescriptors.print, print.bytes)
    return { ...image, extension: 'webp', ...(print && { printWidth: print.width }) }
  }
}

async function loadImageDecoder() {
  if (kind === 'svg') return (await import('./render-svg.ts')).decodeSvg
  const { decodeImage, decodePixels } = await import('./image.ts')
  return (bytes: Buffer, needsPrint: boolean) =>
    task.size ? decodePixels({ bytes, size: task.size }, needsPrint) : decodeImage(bytes, needsPrint)
}

async function hashOutputFiles({ printWidth }: Pick<DecodedFile, 'printWidth'>) {
  const largestFile = kind === 'video' ? [fileDescriptors.video] : printWidth ? [fileDescriptors.print] : []
  const files = [...largestFile, ...fileDescriptors.variants]
  const digests = []
  for (const file of files) digests.push(await hashFile(file))
  return combineHashes(digests)
}

/** Video writers store the time and a random number. Fixed values give reproducible bytes and reveal no date. */
function makeOutputDeterministic() {
  Date.now = fixedTime
  Math.random = fixedRandomNumber
}

function fixedTime() {
  return 0
}

function fixedRandomNumber() {
  return 0.5
}
