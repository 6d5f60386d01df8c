import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { ListMultipartUploadsCommandOutput, S3 } from '@aws-sdk/client-s3'
import { S3Store } from '@tus/s3-store'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { notFound, storageFull } from '#server/http/errors.ts'
import { createFairQueue } from '#server/http/fair-queue.ts'
import type { FreeSpace } from '#server/http/free-space.ts'
import {
  absentInS3,
  asS3Refusal,
  isAbsentInS3,
  listInS3,
  openS3Client,
  type S3Settings,
  type S3Times,
  s3ClientConfig,
  s3TimesOfParts,
  storeIsAway,
  wholeFromS3,
} from './storage/s3-client.ts'
import type { UploadSpace } from './upload-space.ts'
import { createHolding, mayBeOf, type OwnUpload, ownerMark, type Uploads, uploadLifetime } from './uploads.ts'

/** `disk` is that of this machine, for copies. */
type S3UploadsDeps = {
  settings: S3Settings
  space: UploadSpace
  disk: Pick<FreeSpace, 'measure'>
  times?: S3Times
}

const folder = 'uploads/'
const keyOf = (id: string) => folder + id

/** As small as a store takes them. With another size what is under way could not go on. */
export const partBytes = 5 * 1024 * 1024

/** Each process would remember for itself what others have changed meanwhile. */
const noCache = { get: async () => undefined, set: async () => undefined, delete: async () => undefined }

/** Each look is several requests to the store, which has so many connections: one member's must not wait for another's. */
const looking = {
  ...{ atOnce: 16, spare: 4, mostEach: 100, longestWait: 10_000 },
  busy: 'You are asking about very many uploads at once. Please wait a moment and try again.',
  retryAfter: 2,
}

/** Uploads in an S3 store, below `uploads/`, as @tus/s3-store writes them: begun on one machine, finished by any. */
export class S3Uploads extends DataStore implements Uploads {
  readonly #store: S3Store
  readonly #client: S3
  readonly #bucket: string
  readonly #space: UploadSpace
  readonly #disk: S3UploadsDeps['disk']
  readonly #looks = createFairQueue(looking)

  constructor({ settings, space, disk, times = s3TimesOfParts }: S3UploadsDeps) {
    super()
    this.#bucket = settings.bucket
    this.#client = openS3Client(settings, times)
    this.#store = new S3Store({
      ...{ partSize: partBytes, minPartSize: partBytes, useTags: false, cache: noCache },
      // A slot is held for as long as a part arrives: with a limit, slow senders would keep everybody waiting.
      maxConcurrentPartUploads: Number.POSITIVE_INFINITY,
      expirationPeriodInMilliseconds: uploadLifetime,
      s3ClientConfig: { bucket: settings.bucket, ...s3ClientConfig(settings, times) },
    })
    this.#space = space
    this.#disk = disk
    this.extensions = this.#store.extensions
  }

  override getExpiration() {
    return this.#store.getExpiration()
  }

  override create(upload: Upload) {
    return createHolding({ space: this.#space }, upload, async () => {
      await this.#store.create(new Upload({ ...upload, id: keyOf(upload.id) })).catch(refuse)
      return upload
    })
  }

  /** One part at a time: the library stores several at once, and a kill meanwhile would leave a gap. What came of a broken line is stored. */
  override async write(bytes: Readable, id: string, offset: number) {
    const pieces = createPieces(bytes)
    let written = offset
    while (await pieces.isMore())
      written = await this.#store
        .write(pieces.next(partBytes - (written % partBytes)), keyOf(id), written)
        .catch(refuse)
    return written
  }

  override getUpload(id: string): Promise<Upload> {
    return this.#looks.run(id.slice(0, 8), () => this.#look(id))
  }

  async #look(id: string) {
    // The library takes whatever keeps it from reading about an upload for a sign that there is none.
    if (!(await this.#head(`${keyOf(id)}.info`))) throw ERRORS.FILE_NOT_FOUND
    const upload = await this.#store.getUpload(keyOf(id)).catch((error) => {
      throw error === ERRORS.FILE_NOT_FOUND ? storeIsAway() : asS3Refusal(error)
    })
    if (upload.offset === upload.size) await this.#assertWhole(keyOf(id), upload.size)
    return new Upload({ ...upload, id })
  }

  /** Whoever stored the last part may not have lived to put the parts together: writing nothing more does it. */
  async #assertWhole(key: string, size: number) {
    if (await this.#head(key)) return
    await this.#store.write(Readable.from([]), key, size).catch((error) => absentInS3(asS3Refusal(error)))
    if (!(await this.#head(key))) throw ERRORS.FILE_NOT_FOUND
  }

  #head = (Key: string) => this.#client.headObject({ Bucket: this.#bucket, Key }).catch(absentInS3)

  /** In an order that can be begun again: what says that there is an upload goes last. */
  override async remove(id: string) {
    try {
      const info = await this.#head(`${keyOf(id)}.info`)
      await this.#abort(keyOf(id), info?.Metadata?.['upload-id'])
      const found = await Array.fromAsync(listInS3(this.#client, this.#bucket, keyOf(id)), ({ key }) => key)
      const isInfo = (key: string) => Number(key.endsWith('.info'))
      for (const Key of found.sort((one, other) => isInfo(one) - isInfo(other)))
        await this.#client.deleteObject({ Bucket: this.#bucket, Key })
      if (!info) throw ERRORS.FILE_NOT_FOUND
    } finally {
      await this.#space.release(id)
    }
  }

  async #abort(Key: string, UploadId: string | undefined) {
    if (!UploadId) return
    await this.#client.abortMultipartUpload({ Bucket: this.#bucket, Key, UploadId }).catch(absentInS3)
  }

  goOn = (ownerId: string, id: string) => this.#space.goOn({ ownerId, id }, async () => new Map())

  async findOwn(ownerId: string, id: string): Promise<OwnUpload | undefined> {
    if (!mayBeOf(ownerId, id)) return undefined
    const upload = await this.getUpload(id).catch((error) => {
      if (error !== ERRORS.FILE_NOT_FOUND) throw error
    })
    return upload?.metadata?.ownerId === ownerId ? Object.assign(upload, { path: keyOf(id) }) : undefined
  }

  async bring({ path, size = 0 }: OwnUpload, into: string) {
    if ((await this.#disk.measure()) < size) throw storageFull()
    const copy = join(into, 'sent')
    await pipeline(wholeFromS3(await this.#read(path), size), createWriteStream(copy, { flags: 'wx' }))
    return copy
  }

  async readStart({ path, size = 0 }: OwnUpload, most: number) {
    const bytes = Math.min(most, size)
    return buffer(wholeFromS3(await this.#read(path, `bytes=0-${bytes - 1}`), bytes))
  }

  async #read(Key: string, Range?: string) {
    const found = await this.#client.getObject({ Bucket: this.#bucket, Key, Range }).catch(absentInS3)
    if (!found) throw notFound('upload')
    return found.Body as Readable
  }

  async removeOwn(ownerId: string) {
    for await (const { id } of this.#list(ownerMark(ownerId)))
      if (await this.findOwn(ownerId, id)) await this.remove(id)
  }

  /** What cannot be removed keeps nothing else. @throws the first reason */
  async removeOlderThan(before: Date) {
    const failed: unknown[] = []
    const note = (error: unknown) => {
      if (error !== ERRORS.FILE_NOT_FOUND) failed.push(error)
    }
    for await (const { id, changedAt } of this.#list())
      if (changedAt < before) await this.remove(id).catch(note)
    for await (const { Key, UploadId } of this.#listBegun(before))
      await this.#abort(Key, UploadId).catch(note)
    if (failed.length > 0) throw failed[0]
  }

  /** Whatever there is of an upload, and when the last of it came. What has another name below the folder is not ours. */
  async *#list(prefix = '') {
    let last: { id: string; changedAt: Date } | undefined
    for await (const { key, changedAt } of listInS3(this.#client, this.#bucket, folder + prefix)) {
      const id = /^[0-9a-f]{32}/.exec(key.slice(folder.length))?.[0]
      if (!id) continue
      if (last && last.id !== id) yield last
      const before = last?.id === id ? last.changedAt : changedAt
      last = { id, changedAt: before > changedAt ? before : changedAt }
    }
    if (last) yield last
  }

  /** Begun before a moment, also those whose process died before it could note that there is an upload. */
  async *#listBegun(before: Date) {
    let from: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {}
    while (from) {
      const page: ListMultipartUploadsCommandOutput = await this.#client.listMultipartUploads({
        ...{ Bucket: this.#bucket, Prefix: folder, ...from },
      })
      // Some stores list none by the beginning of their keys.
      for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
        if (Key?.startsWith(folder) && Initiated && Initiated < before) yield { Key, UploadId }
      const next = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
      from = page.IsTruncated && next.KeyMarker ? next : undefined
    }
  }
}

function refuse(error: Error): never {
  throw isAbsentInS3(error) ? ERRORS.FILE_NOT_FOUND : asS3Refusal(error)
}

/** A stream in pieces of the lengths that are asked for, whatever it comes in. Broken off it ends, and throws when asked for more. */
function createPieces(stream: Readable) {
  const chunks = stream.iterator({ destroyOnReturn: false })
  let rest: Uint8Array = new Uint8Array()
  let broken: { error: unknown } | undefined
  const isMore = async () => {
    while (rest.length === 0 && !broken) {
      const chunk = await chunks.next().catch((error) => {
        broken = { error }
      })
      if (chunk?.done) return false
      if (chunk) rest = chunk.value
    }
    return !broken
  }
  return {
    async isMore() {
      const more = await isMore()
      if (broken) throw broken.error
      return more
    },
    next: (length: number) => Readable.from(take(length), { objectMode: false }),
  }
  async function* take(length: number) {
    for (let left = length; left > 0 && (await isMore()); ) {
      const some = rest.subarray(0, left)
      rest = rest.subarray(some.length)
      left -= some.length
      yield some
    }
  }
}
