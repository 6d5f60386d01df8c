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
  isAbsentInS3,
  openS3Client,
  type S3Settings,
  s3Times,
  wholeFromS3,
} from '#server/media/storage/s3-client.ts'
import { ownerMark } from '#server/media/uploads.ts'
import { type KeptPdf, type PdfCopies, type PdfFiles, pdfId, pdfName } from './pdf-files.ts'

const folder = 'documents/'

export function s3PdfFiles(settings: S3Settings, config: Pick<Config, 'dataDir' | 'keepFreeMb'>): PdfFiles {
  const client = openS3Client(settings, s3Times)
  const { bucket } = settings
  const remove = (key: string) => client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))
  const listed = (key: string) => ({ id: pdfId(key.slice(folder.length)), remove: () => remove(key) })
  return {
    async take(own, from) {
      const copy = { Bucket: bucket, Key: folder + pdfName(own), CopySource: `${bucket}/${from}` }
      await client.send(new CopyObjectCommand(copy))
    },
    async remove(own) {
      await remove(folder + pdfName(own))
    },
    async *listMarked(ownerId) {
      for await (const { key } of listInS3({ client, bucket }, `${folder}${ownerMark(ownerId)}-`))
        yield listed(key)
    },
    async *listOlderThan(before) {
      for await (const { key, changedAt } of listInS3({ client, bucket }, folder))
        if (changedAt < before) yield listed(key)
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
  let made: Promise<string> | undefined
  const copies: PdfCopies = {
    async pathOf({ byteSize, ...own }: KeptPdf) {
      made ??= makeWorkFolder(config)
      const path = join(await made, pdfName(own))
      if (existsSync(path)) return path
      if ((await disk.measure()) < byteSize) throw storageFull()
      const object = { Bucket: bucket, Key: folder + pdfName(own) }
      const { Body } = await client.send(new GetObjectCommand(object)).catch(asNoFile)
      await pipeline(wholeFromS3(Body as Readable, byteSize), createWriteStream(`${path}.unfinished`))
      await rename(`${path}.unfinished`, path)
      return path
    },
    async [Symbol.asyncDispose]() {
      const folder = await made?.catch(() => undefined)
      if (folder) await rm(folder, { recursive: true, force: true })
    },
  }
  return copies
}

function asNoFile(error: Error): never {
  throw isAbsentInS3(error) ? Object.assign(error, { code: 'ENOENT' }) : error
}
