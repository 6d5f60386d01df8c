import type { S3 } from '@aws-sdk/client-s3'
import { msg } from '@lingui/core/runtime-macro'
import { S3Store } from '@tus/s3-store'
import { ERRORS, Upload } from '@tus/server'
import { createFairQueue } from '#server/http/fair-queue.ts'
import {
  ignoreNotFoundInS3,
  partTimeouts,
  type S3Settings,
  type S3Timeouts,
  s3ClientConfig,
  storageUnavailable,
  toS3ApiError,
  withApiErrors,
} from './storage/s3-client.ts'
import { uploadLifetime } from './uploads.ts'

/** The smallest size that stores accept. Another size would break uploads in progress. */
export const partBytes = 5 * 1024 * 1024

/** No cache, because each process would miss the changes of others. */
const noCache = { get: async () => undefined, set: async () => undefined, delete: async () => undefined }

/** A lookup takes several requests on a limited number of connections, so members must not block each other. */
const lookupLimits = {
  concurrency: 16,
  spareSlots: 4,
  maxPerClient: 100,
  maxWaitMs: 10_000,
  busyMessage: msg`Too many upload requests at once. Please wait a moment and try again.`,
  retryAfter: 2,
}

export type Metadata = Awaited<ReturnType<StoredParts['getMetadata']>>

export class StoredParts extends S3Store {
  protected readonly lookups = createFairQueue(lookupLimits)

  constructor({ settings, timeouts = partTimeouts }: { settings: S3Settings; timeouts?: S3Timeouts | undefined }) {
    super({
      partSize: partBytes,
      minPartSize: partBytes,
      useTags: false,
      cache: noCache,
      expirationPeriodInMilliseconds: uploadLifetime,
      s3ClientConfig: { bucket: settings.bucket, ...s3ClientConfig(settings, timeouts) },
    })
    withApiErrors(this.client)
  }

  get s3(): { client: S3; bucket: string } {
    return { client: this.client, bucket: this.bucket }
  }

  override getUpload(key: string): Promise<Upload> {
    return this.lookups.run(ownerKeyOf(key), () => this.#lookUp(key))
  }

  /** Completes a finished upload: the process that stored the last part may have died before. */
  async #lookUp(key: string) {
    const metadata = await this.getMetadata(key).catch(ignoreNotFoundInS3)
    if (!metadata) throw ERRORS.FILE_NOT_FOUND
    const { file } = metadata
    const parts = await this.retrieveParts(key).catch(ignoreNotFoundInS3)
    if (!parts) return this.findComplete(file)
    const stored = totalSize(parts)
    if (stored === file.size) await this.completeUpload(metadata)
    const partialBytes = stored === file.size ? 0 : await this.#sizeOf(partialPartKey(key, parts.length + 1))
    return new Upload({ ...file, offset: stored + (partialBytes ?? 0) })
  }

  /** A truncated response means that the store is unavailable. */
  protected override async getMetadata(key: string) {
    return super.getMetadata(key).catch((error) => {
      throw error instanceof SyntaxError ? storageUnavailable(error) : toS3ApiError(error)
    })
  }

  protected async findComplete(file: Upload) {
    if ((await this.#sizeOf(file.id)) !== file.size) throw ERRORS.FILE_NOT_FOUND
    return new Upload({ ...file, offset: file.size ?? 0 })
  }

  async #sizeOf(key: string) {
    const head = await this.client.headObject({ Bucket: this.bucket, Key: key }).catch(ignoreNotFoundInS3)
    return head?.ContentLength
  }

  /** Concurrent or repeated calls produce the same file. */
  protected async completeUpload(metadata: Metadata) {
    const { id: key } = metadata.file
    const parts = await this.retrieveParts(key).catch(ignoreNotFoundInS3)
    if (parts && totalSize(parts) !== metadata.file.size) throw storageUnavailable()
    const isComplete = parts && (await this.finishMultipartUpload(metadata, parts).then(() => true, ignoreNotFoundInS3))
    if (!isComplete) await this.findComplete(metadata.file)
  }

  /** Parts after a gap are stored again, because their bytes were never acknowledged. */
  protected override async retrieveParts(key: string, after?: string) {
    const parts = await super.retrieveParts(key, after)
    return after === undefined ? parts.filter(({ PartNumber }, at) => PartNumber === at + 1) : parts
  }

  /** The order allows a retry: the object that records the upload is removed last. */
  override async remove(key: string) {
    const id = await this.readMultipartId(key)
    if (id) await this.abortUpload(key, id)
    const listed = await this.client.listObjectsV2({ Bucket: this.bucket, Prefix: key })
    const names = (listed.Contents ?? []).flatMap(({ Key }) => Key ?? [])
    for (const name of [...names.filter((name) => name !== this.infoKey(key)), this.infoKey(key)])
      await this.client.deleteObject({ Bucket: this.bucket, Key: name })
    if (!id) throw ERRORS.FILE_NOT_FOUND
  }

  abortUpload = (key: string, UploadId: string) =>
    this.client.abortMultipartUpload({ Bucket: this.bucket, Key: key, UploadId }).catch(ignoreNotFoundInS3)

  async findParts(key: string) {
    const id = await this.readMultipartId(key)
    if (!id) return undefined
    const upload = { Bucket: this.bucket, Key: key, UploadId: id }
    const { Parts = [] } = (await this.client.listParts(upload).catch(ignoreNotFoundInS3)) ?? {}
    const times = Parts.map(({ LastModified }) => LastModified?.getTime() ?? 0)
    return { id, changedAt: new Date(Math.max(0, ...times)) }
  }

  /** The id is in the headers of the info object, which are readable even if its body is damaged. */
  protected async readMultipartId(key: string) {
    const info = { Bucket: this.bucket, Key: this.infoKey(key) }
    return (await this.client.headObject(info).catch(ignoreNotFoundInS3))?.Metadata?.['upload-id']
  }
}

/** A key is the owner's mark followed by 24 random characters. */
export const ownerKeyOf = (key: string) => key.slice(0, -24)

export const partialPartKey = (key: string, number: number) => `${key}.${number}.part`

const totalSize = (parts: { Size?: number | undefined }[]) => parts.reduce((sum, { Size = 0 }) => sum + Size, 0)
