import { createHash } from 'node:crypto'
import { constants, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline as connect, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { FileDigest } from './manifest.ts'

type ByteSource = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>

const readFlags = constants.O_RDONLY | constants.O_NOFOLLOW

/** Writes a new file that only its owner can read, and returns its size and digest. Resolves when it is on disk. */
export async function writeNewFile(path: string, content: ByteSource, signal?: AbortSignal): Promise<FileDigest> {
  const meter = createMeter()
  await pipeline(content, meter.passThrough, createFile(path), { signal })
  return meter.digest()
}

export async function writeCompressed(path: string, content: ByteSource, signal?: AbortSignal): Promise<FileDigest> {
  const meter = createMeter()
  await pipeline(content, createZstdCompress(), meter.passThrough, createFile(path), { signal })
  return meter.digest()
}

/** Opened by its pipeline, which closes the source if that fails. Does not follow a link, because the file is new. */
const createFile = (path: string) => createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })

function createMeter() {
  const hash = createHash('sha256')
  let bytes = 0
  return {
    async *passThrough(chunks: AsyncIterable<Uint8Array | string>) {
      for await (const chunk of chunks) {
        const buffer = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
        hash.update(buffer)
        bytes += buffer.length
        yield buffer
      }
    },
    digest: (): FileDigest => ({ bytes, sha256: hash.digest('hex') }),
  }
}

export async function digestFile(path: string): Promise<FileDigest> {
  const meter = createMeter()
  for await (const _ of meter.passThrough(await readPlain(path)));
  return meter.digest()
}

export const readPlain = async (path: string): Promise<Readable> => (await open(path, readFlags)).createReadStream()

export const readCompressed = async (path: string): Promise<Readable> =>
  connect(await readPlain(path), createZstdDecompress(), () => undefined)

export async function* readLines(path: string) {
  yield* splitLines(await readCompressed(path))
}

export async function* splitLines(text: Readable) {
  let remainder = ''
  for await (const chunk of text.setEncoding('utf8')) {
    const lines = (remainder + chunk).split('\n')
    remainder = lines.pop() ?? ''
    yield* lines
  }
  if (remainder !== '') yield remainder
}

/** Without this, a crash of the machine could lose the directory entries of files that are on disk. */
export async function flushFolder(folder: string) {
  if (process.platform === 'win32') return
  await using handle = await open(folder)
  await handle.sync()
}
