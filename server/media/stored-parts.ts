import type { S3 } from '@aws-sdk/client-s3'
import { S3Store } from '@tus/s3-store'
import { ERRORS, Upload } from '@tus/server'
import { createFairQueue } from '#server/http/fair-queue.ts'
import {
  absentInS3,
  asS3Refusal,
  type S3Settings,
  type S3Times,
  s3ClientConfig,
  s3TimesOfParts,
  sayingWhenAway,
  storeIsAway,
} from './storage/s3-client.ts'
import { uploadLifetime } from './uploads.ts'

/** The smallest size that stores accept. Another size would break uploads in progress. */
export const partBytes = 5 * 1024 * 1024

/** No cache, because each process would miss the changes of others. */
const nothingKept = { get: async () => undefined, set: async () => undefined, delete: async () => undefined }

/** A lookup takes several requests on a limited number of connections, so members must not block each other. */
const looking = {
  ...{ atOnce: 16, spare: 4, mostEach: 100, longestWait: 10_000 },
  busy: 'Too many upload requests at once. Please wait a moment and try again.',
  retryAfter: 2,
}

export type Metadata = Awaited<ReturnType<StoredParts['getMetadata']>>

export class StoredParts extends S3Store {
  protected readonly looks = createFairQueue(looking)

  constructor({ settings, times = s3TimesOfParts }: { settings: S3Settings; times?: S3Times | undefined }) {
    super({
      ...{ partSize: partBytes, minPartSize: partBytes, useTags: false, cache: nothingKept },
      expirationPeriodInMilliseconds: uploadLifetime,
      s3ClientConfig: { bucket: settings.bucket, ...s3ClientConfig(settings, times) },
    })
    sayingWhenAway(this.client)
  }

  get s3(): { client: S3; bucket: string } {
    return { client: this.client, bucket: this.bucket }
  }

  override getUpload(key: string): Promise<Upload> {
    return this.looks.run(memberOf(key), () => this.#look(key))
  }

  /** Completes a finished upload: the process that stored the last part may have died before. */
  async #look(key: string) {
    const metadata = await this.getMetadata(key).catch(absentInS3)
    if (!metadata) throw ERRORS.FILE_NOT_FOUND
    const { file } = metadata
    const parts = await this.retrieveParts(key).catch(absentInS3)
    if (!parts) return this.findWhole(file)
    const stored = bytesOf(parts)
    if (stored === file.size) await this.putTogether(metadata)
    const begun = stored === file.size ? 0 : await this.#sizeOf(beginKey(key, parts.length + 1))
    return new Upload({ ...file, offset: stored + (begun ?? 0) })
  }

  /** A truncated response means that the store is unavailable. */
  protected override async getMetadata(key: string) {
    return super.getMetadata(key).catch((error) => {
      throw error instanceof SyntaxError ? storeIsAway(error) : asS3Refusal(error)
    })
  }

  protected async findWhole(file: Upload) {
    if ((await this.#sizeOf(file.id)) !== file.size) throw ERRORS.FILE_NOT_FOUND
    return new Upload({ ...file, offset: file.size ?? 0 })
  }

  async #sizeOf(key: string) {
    const head = await this.client.headObject({ Bucket: this.bucket, Key: key }).catch(absentInS3)
    return head?.ContentLength
  }

  /** Concurrent or repeated calls produce the same file. */
  protected async putTogether(metadata: Metadata) {
    const { id: key } = metadata.file
    const parts = await this.retrieveParts(key).catch(absentInS3)
    if (parts && bytesOf(parts) !== metadata.file.size) throw storeIsAway()
    const done = parts && (await this.finishMultipartUpload(metadata, parts).then(() => true, absentInS3))
    if (!done) await this.findWhole(metadata.file)
  }

  /** Parts after a gap are stored again, because their bytes were never acknowledged. */
  protected override async retrieveParts(key: string, after?: string) {
    const parts = await super.retrieveParts(key, after)
    return after === undefined ? parts.filter(({ PartNumber }, at) => PartNumber === at + 1) : parts
  }

  /** The order allows a retry: the object that records the upload is removed last. */
  override async remove(key: string) {
    const id = await this.uploadIdOf(key)
    if (id) await this.giveUp(key, id)
    const found = await this.client.listObjectsV2({ Bucket: this.bucket, Prefix: key })
    const names = (found.Contents ?? []).flatMap(({ Key }) => Key ?? [])
    for (const name of [...names.filter((name) => name !== this.infoKey(key)), this.infoKey(key)])
      await this.client.deleteObject({ Bucket: this.bucket, Key: name })
    if (!id) throw ERRORS.FILE_NOT_FOUND
  }

  giveUp = (key: string, UploadId: string) =>
    this.client.abortMultipartUpload({ Bucket: this.bucket, Key: key, UploadId }).catch(absentInS3)

  async findParts(key: string) {
    const id = await this.uploadIdOf(key)
    if (!id) return undefined
    const upload = { Bucket: this.bucket, Key: key, UploadId: id }
    const { Parts = [] } = (await this.client.listParts(upload).catch(absentInS3)) ?? {}
    const times = Parts.map(({ LastModified }) => LastModified?.getTime() ?? 0)
    return { id, changedAt: new Date(Math.max(0, ...times)) }
  }

  /** The id is in the headers of the info object, which are readable even if its body is damaged. */
  protected async uploadIdOf(key: string) {
    const info = { Bucket: this.bucket, Key: this.infoKey(key) }
    return (await this.client.headObject(info).catch(absentInS3))?.Metadata?.['upload-id']
  }
}

/** A key is the owner's mark followed by 24 random characters. */
export const memberOf = (key: string) => key.slice(0, -24)

export const beginKey = (key: string, number: number) => `${key}.${number}.part`

const bytesOf = (parts: { Size?: number | undefined }[]) => parts.reduce((sum, { Size = 0 }) => sum + Size, 0)
