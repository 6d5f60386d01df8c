import { createHash } from 'node:crypto'
import { createReadStream, fstatSync, read, readFileSync, write, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { bytesPerMb } from './decode-task.ts'

/** The only files that a decoder can use, open when it starts. The last is a video or a print version. */
export const fileDescriptors = { input: 0, variants: [4, 5, 6], video: 7, print: 7 } as const

export const readInput = () => readFileSync(fileDescriptors.input)
export const sizeOfFile = (file: number) => fstatSync(file).size

const readAsync = promisify(read)
const writeAsync = promisify(write)

/** Reads bytes from `start` to `end` (exclusive); fewer at the end of the file. */
export async function readRange(file: number, start: number, end: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(end - start)
  const { bytesRead } = await readAsync(file, bytes, 0, bytes.length, start)
  return bytes.subarray(0, bytesRead)
}

export const readInputRange = (start: number, end: number) => readRange(fileDescriptors.input, start, end)

export function writeVariants(variants: Buffer[]) {
  for (const [index, file] of fileDescriptors.variants.entries()) writeFileSync(file, variants[index] ?? '')
}

export async function writeAt(file: number, data: Uint8Array, position: number) {
  let written = 0
  while (written < data.length) {
    const offset = position + written
    written += (await writeAsync(file, data, written, data.length - written, offset)).bytesWritten
  }
}

export async function hashFile(file: number): Promise<Buffer> {
  const hash = createHash('sha256')
  const bytes = createReadStream('', { fd: file, start: 0, autoClose: false, highWaterMark: bytesPerMb })
  for await (const chunk of bytes) hash.update(chunk)
  return hash.digest()
}
