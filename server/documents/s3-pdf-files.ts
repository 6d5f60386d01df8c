import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '#server/config/config.ts'
import { storageFull } from '#server/http/errors.ts'
import { openFreeSpace } from '#server/http/free-space.ts'
import { makeWorkFolder } from '#server/media/ingest.ts'
import {
  isAbsentInS3,
  listInS3,
  openS3Client,
  type S3Settings,
  wholeFromS3,
} from '#server/media/storage/s3-client.ts'
import { ownerMark } from '#server/media/uploads.ts'
import { type OwnPdf, type PdfFiles, pdfId, pdfName } from './pdf-files.ts'

const folder = 'documents/'

export function s3PdfFiles(settings: S3Settings, config: Pick<Config, 'dataDir' | 'keepFreeMb'>): PdfFiles {
  const client = openS3Client(settings)
  const { bucket } = settings
  const at = (own: OwnPdf) => ({ Bucket: bucket, Key: folder + pdfName(own) })
  const listed = (Key: string) => ({
    id: pdfId(Key.slice(folder.length)),
    remove: () => client.deleteObject({ Bucket: bucket, Key }),
  })
  return {
    async take(own, from) {
      await client.copyObject({ ...at(own), CopySource: `${bucket}/${from}` })
    },
    async remove(own) {
      await client.deleteObject(at(own))
    },
    async *listMarked(ownerId) {
      for await (const { key } of listInS3(client, bucket, `${folder}${ownerMark(ownerId)}-`))
        yield listed(key)
    },
    async *listOlderThan(before) {
      for await (const { key, changedAt } of listInS3(client, bucket, folder))
        if (changedAt < before) yield listed(key)
    },
    /** Many pages are read of one PDF: it is brought once. */
    openCopies() {
      const disk = openFreeSpace(config)
      let made: Promise<string> | undefined
      return {
        async pathOf({ byteSize, ...own }) {
          made ??= makeWorkFolder(config)
          const path = join(await made, pdfName(own))
          if (existsSync(path)) return path
          if ((await disk.measure()) < byteSize) throw storageFull()
          const { Body } = await client.getObject(at(own)).catch(asNoFile)
          await pipeline(wholeFromS3(Body as Readable, byteSize), createWriteStream(`${path}.unfinished`))
          await rename(`${path}.unfinished`, path)
          return path
        },
        async [Symbol.asyncDispose]() {
          const folder = await made?.catch(() => undefined)
          if (folder) await rm(folder, { recursive: true, force: true })
        },
      }
    },
  }
}

function asNoFile(error: Error): never {
  throw isAbsentInS3(error) ? Object.assign(error, { code: 'ENOENT' }) : error
}
