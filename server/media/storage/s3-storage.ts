import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { Config } from '#server/config/config.ts'
import { type ByteRange, isStoredFile, type MediaStorage, mediaTypeOf } from './storage.ts'

const folder = 'media/'

/** Objects under `media/` in any S3-compatible store. */
export function s3Storage(settings: NonNullable<Config['s3']>): MediaStorage {
  const client = openClient(settings)
  const at = (name: string) => ({ Bucket: settings.bucket, Key: folder + name })
  return {
    async put(name, path) {
      const { size } = await stat(path)
      const content = { Body: createReadStream(path), ContentLength: size, ContentType: mediaTypeOf(name) }
      await client.send(new PutObjectCommand({ ...at(name), ...content }))
    },
    async find(name) {
      const head = await client.send(new HeadObjectCommand(at(name))).catch(absent)
      return head && { size: head.ContentLength ?? 0, read: (range) => read(client, at(name), range) }
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand(at(name)))
    },
    list: (prefix = '') => listObjects(client, settings.bucket, prefix),
  }
}

/**
 * Checksums only where a call demands them: the client's default frames a streamed body in a way that some
 * compatible servers store as part of the file.
 */
function openClient({ endpoint, region, accessKeyId, secretAccessKey }: NonNullable<Config['s3']>) {
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}

async function read(client: S3Client, object: { Bucket: string; Key: string }, range?: ByteRange) {
  const answer = await client.send(
    new GetObjectCommand({ ...object, ...(range && { Range: `bytes=${range.start}-${range.end}` }) }),
  )
  return answer.Body as Readable
}

async function* listObjects(client: S3Client, bucket: string, prefix: string) {
  let from: string | undefined
  do {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: folder + prefix, ContinuationToken: from }),
    )
    for (const { Key = '', LastModified } of page.Contents ?? []) {
      const name = Key.slice(folder.length)
      if (isStoredFile(name) && LastModified) yield { name, storedAt: LastModified }
    }
    from = page.NextContinuationToken
  } while (from)
}

function absent(error: Error) {
  if (error.name === 'NotFound' || error.name === 'NoSuchKey') return undefined
  throw error
}
