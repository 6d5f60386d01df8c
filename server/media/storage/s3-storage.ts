import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { absentInS3, listInS3, openS3Client, type S3Settings, s3TimesOfReading } from './s3-client.ts'
import { isStoredFile, type MediaStorage, mediaTypeOf } from './storage.ts'

const folder = 'media/'

export function s3Storage(settings: S3Settings): MediaStorage {
  const client = openS3Client(settings)
  const reading = openS3Client(settings, s3TimesOfReading)
  const at = (name: string) => ({ Bucket: settings.bucket, Key: folder + name })
  return {
    async put(name, path) {
      const { size } = await stat(path)
      const content = { Body: createReadStream(path), ContentLength: size, ContentType: mediaTypeOf(name) }
      await client.putObject({ ...at(name), ...content })
    },
    async find(name) {
      const head = await client.headObject(at(name)).catch(absentInS3)
      if (!head) return undefined
      return {
        size: head.ContentLength ?? 0,
        async read(range) {
          const part = range && { Range: `bytes=${range.start}-${range.end}` }
          return (await reading.getObject({ ...at(name), ...part })).Body as Readable
        },
      }
    },
    async remove(name) {
      await client.deleteObject(at(name))
    },
    async *list(prefix = '') {
      for await (const { key, changedAt } of listInS3(client, settings.bucket, folder + prefix)) {
        const name = key.slice(folder.length)
        if (isStoredFile(name)) yield { name, storedAt: changedAt }
      }
    },
  }
}
