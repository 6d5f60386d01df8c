import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CopyObjectCommand, DeleteObjectCommand, GetObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import type { Config } from '#server/config/config.ts'
import { storageFull } from '#server/http/errors.ts'
import { openFreeSpace } from '#server/http/free-space.ts'
import { makeWorkFolder } from '#server/media/ingest.ts'
import { listInS3 } from '#server/media/storage/list-in-s3.ts'
import {
  defaultS3Timeouts,
  isNotFoundInS3,
  openS3Client,
  readExactly,
  type S3Settings,
} from '#server/media/storage/s3-client.ts'
import { ownerPrefix } from '#server/media/uploads.ts'
import { type PdfCopies, type PdfFiles, pdfId, pdfName, type StoredPdf } from './pdf-files.ts'

const folder = 'documents/'

export function s3PdfFiles(settings: S3Settings, config: Pick<Config, 'dataDir' | 'keepFreeMb'>): PdfFiles {
  const client = openS3Client(settings, defaultS3Timeouts)
  const { bucket } = settings
  const remove = (key: string) => client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))
  const toListedPdf = (key: string) => ({ id: pdfId(key.slice(folder.length)), remove: () => remove(key) })
  return {
    async store(ref, from) {
      const copy = { Bucket: bucket, Key: folder + pdfName(ref), CopySource: `${bucket}/${from}` }
      await client.send(new CopyObjectCommand(copy))
    },
    async remove(ref) {
      await remove(folder + pdfName(ref))
    },
    async *listByOwner(ownerId) {
      for await (const { key } of listInS3({ client, bucket }, `${folder}${ownerPrefix(ownerId)}-`))
        yield toListedPdf(key)
    },
    async *listOlderThan(before) {
      for await (const { key, changedAt } of listInS3({ client, bucket }, folder))
        if (changedAt < before) yield toListedPdf(key)
    },
    openCopies: () => openCopies({ client, bucket, config }),
  }
}

/** Many pages of one PDF are read, so it is downloaded once. */
function openCopies({
  client,
  bucket,
  config,
}: {
  client: S3Client
  bucket: string
  config: Pick<Config, 'dataDir' | 'keepFreeMb'>
}) {
  const disk = openFreeSpace(config)
  let workFolder: Promise<string> | undefined
  const copies: PdfCopies = {
    async pathOf({ byteSize, ...ref }: StoredPdf) {
      workFolder ??= makeWorkFolder(config)
      const path = join(await workFolder, pdfName(ref))
      if (existsSync(path)) return path
      if ((await disk.measure()) < byteSize) throw storageFull()
      const object = { Bucket: bucket, Key: folder + pdfName(ref) }
      const { Body } = await client.send(new GetObjectCommand(object)).catch(throwAsNoFile)
      await pipeline(readExactly(Body as Readable, byteSize), createWriteStream(`${path}.unfinished`))
      await rename(`${path}.unfinished`, path)
      return path
    },
    async [Symbol.asyncDispose]() {
      const folder = await workFolder?.catch(() => undefined)
      if (folder) await rm(folder, { recursive: true, force: true })
    },
  }
  return copies
}

function throwAsNoFile(error: Error): never {
  throw isNotFoundInS3(error) ? Object.assign(error, { code: 'ENOENT' }) : error
}
