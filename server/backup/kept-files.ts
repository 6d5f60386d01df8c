import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline as connect, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { KeptFile } from './manifest.ts'

type Bytes = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>

const newFile = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
const oldFile = constants.O_RDONLY | constants.O_NOFOLLOW

/** Writes a new file that only its owner can read, and returns its size and digest. Resolves when it is on disk. */
export async function keepFile(path: string, content: Bytes, signal?: AbortSignal): Promise<KeptFile> {
  const [measure, file] = [measuring(), await createFile(path)]
  await pipeline(content, measure.passing, file, { signal })
  return measure.measured()
}

export async function keepPacked(path: string, content: Bytes, signal?: AbortSignal): Promise<KeptFile> {
  const [measure, file] = [measuring(), await createFile(path)]
  await pipeline(content, createZstdCompress(), measure.passing, file, { signal })
  return measure.measured()
}

const createFile = async (path: string) =>
  (await open(path, newFile, 0o600)).createWriteStream({ flush: true })

function measuring() {
  const hash = createHash('sha256')
  let bytes = 0
  return {
    async *passing(chunks: AsyncIterable<Uint8Array | string>) {
      for await (const chunk of chunks) {
        const part = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
        hash.update(part)
        bytes += part.length
        yield part
      }
    },
    measured: (): KeptFile => ({ bytes, sha256: hash.digest('hex') }),
  }
}

export async function measureFile(path: string): Promise<KeptFile> {
  const measure = measuring()
  for await (const _ of measure.passing(await readKept(path)));
  return measure.measured()
}

export const readKept = async (path: string): Promise<Readable> =>
  (await open(path, oldFile)).createReadStream()

export const readPacked = async (path: string): Promise<Readable> =>
  connect(await readKept(path), createZstdDecompress(), () => undefined)

export async function* linesOf(path: string) {
  yield* linesIn(await readPacked(path))
}

export async function* linesIn(text: Readable) {
  let rest = ''
  for await (const part of text.setEncoding('utf8')) {
    const lines = (rest + part).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

/** Without this, a crash of the machine could lose the directory entries of files that are on disk. */
export async function flushFolder(folder: string) {
  if (process.platform === 'win32') return
  await using handle = await open(folder)
  await handle.sync()
}
