import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { ListMultipartUploadsCommandOutput } from '@aws-sdk/client-s3'
import { DataStore, ERRORS, Upload } from '@tus/server'
import type { Config } from '#server/config/config.ts'
import { notFound, storageFull } from '#server/http/errors.ts'
import type { FreeSpace } from '#server/http/free-space.ts'
import { makeWorkFolder } from './ingest.ts'
import { listInS3 } from './storage/list-in-s3.ts'
import { ignoreNotFoundInS3, readExactly, type S3Settings, type S3Timeouts } from './storage/s3-client.ts'
import { UploadParts } from './upload-parts.ts'
import type { UploadSpace } from './upload-space.ts'
import {
  createWithReservation,
  ignoreMissingUpload,
  mayBelongTo,
  type OwnedUpload,
  ownerPrefix,
  type Uploads,
} from './uploads.ts'

/** `disk` measures this machine's disk, for copies. */
type S3UploadsDeps = {
  settings: S3Settings
  config: Pick<Config, 'dataDir'>
  space: UploadSpace
  disk: Pick<FreeSpace, 'measure'>
  times?: S3Timeouts
}

const keyPrefix = 'uploads/'
const keyOf = (id: string) => keyPrefix + id

export class S3Uploads extends DataStore implements Uploads {
  readonly #parts: UploadParts
  readonly #space: UploadSpace
  readonly #disk: S3UploadsDeps['disk']

  constructor({ settings, config, space, disk, times }: S3UploadsDeps) {
    super()
    this.#parts = new UploadParts({
      settings,
      createScratchFolder: () => makeWorkFolder(config),
      timeouts: times,
    })
    this.#space = space
    this.#disk = disk
    this.extensions = this.#parts.extensions
  }

  override getExpiration() {
    return this.#parts.getExpiration()
  }

  override create(upload: Upload) {
    return createWithReservation({ space: this.#space }, upload, async () => {
      await this.#parts.create(new Upload({ ...upload, id: keyOf(upload.id) }))
      return upload
    })
  }

  override write(bytes: Readable, id: string, offset: number) {
    return this.#parts.write(bytes, keyOf(id), offset)
  }

  override async getUpload(id: string): Promise<Upload> {
    return new Upload({ ...(await this.#parts.getUpload(keyOf(id))), id })
  }

  override async remove(id: string) {
    await this.#parts.remove(keyOf(id)).finally(() => this.#space.release(id))
  }

  resume = (ownerId: string, id: string) => this.#space.resume({ ownerId, id }, async () => new Map())

  async findOwn(ownerId: string, id: string): Promise<OwnedUpload | undefined> {
    if (!mayBelongTo(ownerId, id)) return undefined
    const upload = await this.getUpload(id).catch(ignoreMissingUpload)
    return upload?.metadata?.ownerId === ownerId ? Object.assign(upload, { path: keyOf(id) }) : undefined
  }

  async fetchToFolder({ path, size = 0 }: OwnedUpload, folder: string) {
    if ((await this.#disk.measure()) < size) throw storageFull()
    const localCopy = join(folder, 'sent')
    await pipeline(readExactly(await this.#read(path), size), createWriteStream(localCopy, { flags: 'wx' }))
    return localCopy
  }

  async readStart({ path, size = 0 }: OwnedUpload, maxBytes: number) {
    const bytes = Math.min(maxBytes, size)
    return buffer(readExactly(await this.#read(path, `bytes=0-${bytes - 1}`), bytes))
  }

  async #read(key: string, Range?: string) {
    const { client, bucket } = this.#parts.s3
    const object = await client.getObject({ Bucket: bucket, Key: key, Range }).catch(ignoreNotFoundInS3)
    if (!object) throw notFound('upload')
    return object.Body as Readable
  }

  async removeOwn(ownerId: string) {
    for await (const { id } of this.#list(ownerPrefix(ownerId)))
      if (await this.findOwn(ownerId, id)) await this.remove(id)
  }

  /** A failed removal does not stop the others. @throws the last error */
  async removeOlderThan(before: Date) {
    const failure: { error?: unknown } = {}
    const collectError = async (work: () => Promise<unknown>) => {
      await work().catch((error) => {
        if (error !== ERRORS.FILE_NOT_FOUND) failure.error = error
      })
    }
    for await (const { id, changedAt } of this.#list())
      if (changedAt < before) await collectError(() => this.#removeUnlessActive(id, before))
    for await (const { key, id } of this.#listMultipartUploads(before))
      await collectError(() => this.#abortOrphaned(key, id))
    if (failure.error) throw failure.error
  }

  async #removeUnlessActive(id: string, before: Date) {
    const parts = await this.#parts.findParts(keyOf(id))
    if (!parts || parts.changedAt < before) await this.remove(id)
  }

  /** Ignores objects with other names in the folder. */
  async *#list(prefix = '') {
    let current: { id: string; changedAt: Date } | undefined
    for await (const { key, changedAt } of listInS3(this.#parts.s3, keyPrefix + prefix)) {
      const id = /^[0-9a-f]{32}/.exec(key.slice(keyPrefix.length))?.[0]
      if (!id) continue
      if (current && current.id !== id) yield current
      const knownChangedAt = current?.id === id ? current.changedAt : changedAt
      current = { id, changedAt: knownChangedAt > changedAt ? knownChangedAt : changedAt }
    }
    if (current) yield current
  }

  /** Aborts an upload whose node died before recording it. */
  async #abortOrphaned(key: string, id: string) {
    if ((await this.#parts.findParts(key))?.id !== id) await this.#parts.abortUpload(key, id)
  }

  /** Some stores cannot list unfinished uploads by key prefix. */
  async *#listMultipartUploads(before: Date) {
    const { client, bucket } = this.#parts.s3
    let from: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {}
    while (from) {
      const page: ListMultipartUploadsCommandOutput = await client.listMultipartUploads({
        Bucket: bucket,
        Prefix: keyPrefix,
        ...from,
      })
      for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
        if (Key?.startsWith(keyPrefix) && UploadId && Initiated && Initiated < before) yield { key: Key, id: UploadId }
      const next = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
      from = page.IsTruncated && next.KeyMarker ? next : undefined
    }
  }
}
