import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { listInS3 } from './list-in-s3.ts'
import { ignoreNotFoundInS3, openS3Client, readTimeouts, type S3Settings } from './s3-client.ts'
import { type ByteRange, isStoredFile, type MediaStorage, mediaTypeOf } from './storage.ts'

const folder = 'media/'

export function s3Storage(settings: S3Settings): MediaStorage {
  const client = openS3Client(settings)
  const readClient = openS3Client(settings, readTimeouts)
  const objectOf = (name: string) => ({ Bucket: settings.bucket, Key: folder + name })
  return {
    async put(name, path) {
      const { size } = await stat(path)
      const content = { Body: createReadStream(path), ContentLength: size, ContentType: mediaTypeOf(name) }
      await client.send(new PutObjectCommand({ ...objectOf(name), ...content }))
    },
    async find(name) {
      const head = await client.send(new HeadObjectCommand(objectOf(name))).catch(ignoreNotFoundInS3)
      return (
        head && {
          size: head.ContentLength ?? 0,
          read: (range) => readObject(readClient, objectOf(name), range),
        }
      )
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand(objectOf(name)))
    },
    list: (prefix = '') => listFiles(client, settings.bucket, prefix),
  }
}

async function readObject(client: S3Client, object: { Bucket: string; Key: string }, range?: ByteRange) {
  const output = await client.send(
    new GetObjectCommand({ ...object, ...(range && { Range: `bytes=${range.start}-${range.end}` }) }),
  )
  return output.Body as Readable
}

async function* listFiles(client: S3Client, bucket: string, prefix: string) {
  for await (const { key, changedAt } of listInS3({ client, bucket }, folder + prefix)) {
    const name = key.slice(folder.length)
    if (isStoredFile(name)) yield { name, storedAt: changedAt }
  }
}
