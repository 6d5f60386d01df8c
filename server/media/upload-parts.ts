import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { ERRORS, type Upload } from '@tus/server'
import {
  ignoreNotFoundInS3,
  isNotFoundInS3,
  readExactly,
  type S3Settings,
  type S3Timeouts,
} from './storage/s3-client.ts'
import { type Metadata, ownerKeyOf, partBytes, partialPartKey, StoredParts } from './stored-parts.ts'

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
      for (let written = 0; written < chunk.length; )
        written += (await file.write(chunk, written, chunk.length - written, bytes + written)).bytesWritten
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

type Options = {
  settings: S3Settings
  createScratchFolder: () => Promise<string>
  timeouts?: S3Timeouts | undefined
}

/** Uploads as equal parts in S3. Late writes of a lost node repeat the same bytes, so any node may write. */
export class UploadParts extends StoredParts {
  readonly #createScratchFolder: Options['createScratchFolder']

  constructor({ createScratchFolder, ...storedPartsOptions }: Options) {
    super(storedPartsOptions)
    this.#createScratchFolder = createScratchFolder
  }

  /** Also stores what arrived before a connection broke. The upload may have been removed or completed meanwhile. */
  override async write(readable: Readable, key: string, offset: number): Promise<number> {
    return this.#write(readable, key, offset).catch((error) => {
      throw isNotFoundInS3(error) ? ERRORS.FILE_NOT_FOUND : error
    })
  }

  async #write(readable: Readable, key: string, offset: number) {
    const metadata = await this.getMetadata(key)
    const parts = await this.retrieveParts(key).catch(ignoreNotFoundInS3)
    if (!parts) return this.#drainCompleted(readable, metadata.file)
    const nextPart = parts.length + 1
    let readError: { error: unknown } | undefined
    const chunks = captureReadError(readable, (error) => {
      readError = { error }
    })
    const firstChunk = await chunks.next()
    const written = firstChunk.done
      ? offset
      : await this.#writeChunks(prepend(firstChunk.value, chunks), { metadata, nextPart, offset })
    if (readError) throw readError.error
    return written
  }

  async #writeChunks(
    chunks: AsyncIterable<Uint8Array>,
    { metadata, nextPart, offset }: { metadata: Metadata; nextPart: number; offset: number },
  ) {
    const partial = { key: metadata.file.id, number: nextPart, bytes: offset - (nextPart - 1) * partBytes }
    await using part = await openPart(await this.#createScratchFolder())
    await this.lookups.run(ownerKeyOf(partial.key), () => this.#loadPartial(part, partial))
    return await this.#storeChunks(chunks, { metadata, part, number: nextPart })
  }

  async #drainCompleted(readable: Readable, file: Upload) {
    readable.resume()
    return (await this.findComplete(file)).offset
  }

  async #loadPartial(part: Part, { key, number, bytes }: { key: string; number: number; bytes: number }) {
    if (bytes === 0) return
    if (bytes < 0 || bytes > partBytes) throw ERRORS.INVALID_OFFSET
    const range = `bytes=0-${bytes - 1}`
    const partial = { Bucket: this.bucket, Key: partialPartKey(key, number), Range: range }
    const partialObject = await this.client.getObject(partial).catch(ignoreNotFoundInS3)
    if (!partialObject) throw ERRORS.INVALID_OFFSET
    for await (const chunk of readExactly(partialObject.Body as Readable, bytes)) await part.add(chunk)
  }

  async #storeChunks(
    chunks: AsyncIterable<Uint8Array>,
    { metadata, part, number }: { metadata: Metadata; part: Part; number: number },
  ) {
    const { id: key, size } = metadata.file
    const initialBytes = part.bytes
    let nextPart = number
    for await (const chunk of chunks)
      for (let rest = chunk; rest.length > 0; ) {
        const slice = rest.subarray(0, partBytes - part.bytes)
        await part.add(slice)
        rest = rest.subarray(slice.length)
        if (part.bytes < partBytes) continue
        await this.uploadPart(metadata, part.read(), nextPart)
        if (nextPart === number && initialBytes > 0) await this.#deletePartial(key, nextPart)
        await part.empty()
        nextPart++
      }
    const written = (nextPart - 1) * partBytes + part.bytes
    if (written !== size && (nextPart > number || part.bytes > initialBytes))
      await this.#savePartial(part, key, nextPart)
    if (written !== size) return written
    if (part.bytes > 0) await this.uploadPart(metadata, part.read(), nextPart)
    await this.completeUpload(metadata)
    return written
  }

  /** The upload may have been removed meanwhile: then nothing of it may remain. */
  async #savePartial(part: Part, key: string, number: number) {
    if (part.bytes === 0) return
    const object = {
      Bucket: this.bucket,
      Key: partialPartKey(key, number),
      Body: part.read(),
      ContentLength: part.bytes,
    }
    await this.client.putObject(object)
    if (await this.readMultipartId(key)) return
    await this.#deletePartial(key, number)
    throw ERRORS.FILE_NOT_FOUND
  }

  #deletePartial = (key: string, number: number) =>
    this.client.deleteObject({ Bucket: this.bucket, Key: partialPartKey(key, number) })
}

async function* prepend(firstChunk: Uint8Array, rest: AsyncIterable<Uint8Array>) {
  yield firstChunk
  yield* rest
}

async function* captureReadError(chunks: AsyncIterable<Uint8Array>, onError: (error: unknown) => void) {
  try {
    yield* chunks
  } catch (error) {
    onError(error)
  }
}
