import { createHash } from 'node:crypto'
import { createReadStream, fstatSync, read, readFileSync, write, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { bytesPerMb } from './decode-task.ts'

/** The only files that a decoder can use, open when it starts. The last is a video or a print version. */
export const openFiles = { sent: 0, variants: [3, 4, 5], video: 6, print: 6 } as const

export const readSent = () => readFileSync(openFiles.sent)
export const sizeOfSent = () => fstatSync(openFiles.sent).size

const readAt = promisify(read)
const writePart = promisify(write)

/** Reads bytes from `start` to `end` (exclusive); fewer at the end of the file. */
export async function readSentPart(start: number, end: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(end - start)
  const { bytesRead } = await readAt(openFiles.sent, bytes, 0, bytes.length, start)
  return bytes.subarray(0, bytesRead)
}

export function writeVariants(variants: Buffer[]) {
  for (const [index, file] of openFiles.variants.entries()) writeFileSync(file, variants[index] ?? '')
}

export async function writeAt(file: number, data: Uint8Array, position: number) {
  let written = 0
  while (written < data.length) {
    const at = position + written
    written += (await writePart(file, data, written, data.length - written, at)).bytesWritten
  }
}

export async function digestOf(file: number): Promise<Buffer> {
  const hash = createHash('sha256')
  const bytes = createReadStream('', { fd: file, start: 0, autoClose: false, highWaterMark: bytesPerMb })
  for await (const chunk of bytes) hash.update(chunk)
  return hash.digest()
}
