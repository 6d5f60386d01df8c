import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { ERRORS, type Upload } from '@tus/server'
import { absentInS3, isAbsentInS3, type S3Settings, type S3Times, wholeFromS3 } from './storage/s3-client.ts'
import { beginKey, type Metadata, memberOf, partBytes, StoredParts } from './stored-parts.ts'

type Part = Awaited<ReturnType<typeof openPart>>

/** Collects a part on this node's disk: memory would not suffice for all uploads in progress. */
async function openPart(folder: string) {
  const path = join(folder, 'part')
  const file = await open(path, 'wx+')
  let bytes = 0
  return {
    get bytes() {
      return bytes
    },
    async add(chunk: Uint8Array) {
      for (let at = 0; at < chunk.length; )
        at += (await file.write(chunk, at, chunk.length - at, bytes + at)).bytesWritten
      bytes += chunk.length
    },
    read: () => createReadStream(path, { start: 0, end: bytes - 1 }),
    async empty() {
      await file.truncate()
      bytes = 0
    },
    async [Symbol.asyncDispose]() {
      await file.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Options = { settings: S3Settings; scratch: () => Promise<string>; times?: S3Times | undefined }

/** Uploads as equal parts in S3. Late writes of a lost node repeat the same bytes, so any node may write. */
export class UploadParts extends StoredParts {
  readonly #scratch: Options['scratch']

  constructor({ scratch, ...stored }: Options) {
    super(stored)
    this.#scratch = scratch
  }

  /** Also stores what arrived before a connection broke. The upload may have been removed or completed meanwhile. */
  override async write(readable: Readable, key: string, offset: number): Promise<number> {
    return this.#write(readable, key, offset).catch((error) => {
      throw isAbsentInS3(error) ? ERRORS.FILE_NOT_FOUND : error
    })
  }

  async #write(readable: Readable, key: string, offset: number) {
    const metadata = await this.getMetadata(key)
    const parts = await this.retrieveParts(key).catch(absentInS3)
    if (!parts) return this.#writeNothing(readable, metadata.file)
    const next = parts.length + 1
    let broken: { error: unknown } | undefined
    const chunks = untilBroken(readable, (error) => {
      broken = { error }
    })
    const first = await chunks.next()
    const written = first.done
      ? offset
      : await this.#go(startingWith(first.value, chunks), { metadata, next, offset })
    if (broken) throw broken.error
    return written
  }

  async #go(
    chunks: AsyncIterable<Uint8Array>,
    { metadata, next, offset }: { metadata: Metadata; next: number; offset: number },
  ) {
    const begun = { key: metadata.file.id, number: next, bytes: offset - (next - 1) * partBytes }
    await using part = await openPart(await this.#scratch())
    await this.looks.run(memberOf(begun.key), () => this.#bringBegun(part, begun))
    return await this.#store(chunks, { metadata, part, number: next })
  }

  async #writeNothing(readable: Readable, file: Upload) {
    readable.resume()
    return (await this.findWhole(file)).offset
  }

  async #bringBegun(part: Part, { key, number, bytes }: { key: string; number: number; bytes: number }) {
    if (bytes === 0) return
    if (bytes < 0 || bytes > partBytes) throw ERRORS.INVALID_OFFSET
    const range = `bytes=0-${bytes - 1}`
    const begun = { Bucket: this.bucket, Key: beginKey(key, number), Range: range }
    const found = await this.client.getObject(begun).catch(absentInS3)
    if (!found) throw ERRORS.INVALID_OFFSET
    for await (const chunk of wholeFromS3(found.Body as Readable, bytes)) await part.add(chunk)
  }

  async #store(
    chunks: AsyncIterable<Uint8Array>,
    { metadata, part, number }: { metadata: Metadata; part: Part; number: number },
  ) {
    const { id: key, size } = metadata.file
    const begunWith = part.bytes
    let next = number
    for await (const chunk of chunks)
      for (let rest = chunk; rest.length > 0; ) {
        const some = rest.subarray(0, partBytes - part.bytes)
        await part.add(some)
        rest = rest.subarray(some.length)
        if (part.bytes < partBytes) continue
        await this.uploadPart(metadata, part.read(), next)
        if (next === number && begunWith > 0) await this.#forgetBegun(key, next)
        await part.empty()
        next++
      }
    const written = (next - 1) * partBytes + part.bytes
    if (written !== size && (next > number || part.bytes > begunWith)) await this.#keepBegun(part, key, next)
    if (written !== size) return written
    if (part.bytes > 0) await this.uploadPart(metadata, part.read(), next)
    await this.putTogether(metadata)
    return written
  }

  /** The upload may have been removed meanwhile: then nothing of it may remain. */
  async #keepBegun(part: Part, key: string, number: number) {
    if (part.bytes === 0) return
    const object = {
      Bucket: this.bucket,
      Key: beginKey(key, number),
      Body: part.read(),
      ContentLength: part.bytes,
    }
    await this.client.putObject(object)
    if (await this.uploadIdOf(key)) return
    await this.#forgetBegun(key, number)
    throw ERRORS.FILE_NOT_FOUND
  }

  #forgetBegun = (key: string, number: number) =>
    this.client.deleteObject({ Bucket: this.bucket, Key: beginKey(key, number) })
}

async function* startingWith(first: Uint8Array, rest: AsyncIterable<Uint8Array>) {
  yield first
  yield* rest
}

async function* untilBroken(chunks: AsyncIterable<Uint8Array>, onBreak: (error: unknown) => void) {
  try {
    yield* chunks
  } catch (error) {
    onBreak(error)
  }
}
