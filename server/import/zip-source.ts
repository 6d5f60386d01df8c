import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { msg } from '@lingui/core/runtime-macro'
import { LRUCache } from 'lru-cache'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import type { Config } from '#server/config/config.ts'
import { ApiError, apiError } from '#server/http/errors.ts'
import { bytesPerMb } from '#server/media/decode/decode-task.ts'
import { headerLength } from '#server/media/decode/sniff.ts'
import { makeWorkFolder } from '#server/media/ingest.ts'
import {
  assertTableSize,
  damagedZipError,
  encryptedZipError,
  indexNames,
  maxNames,
  namesTooLongError,
  type Source,
  tooManyNamesError,
  unsafePathsError,
} from './source.ts'

type ZipOptions = { config: Pick<Config, 'dataDir'>; maxEntries?: number; maxFileBytes: number }

/** Unpacks only files that rows name, once, and at most `maxFileBytes`: the library ends a file larger than declared. */
export async function openZip(
  path: string,
  { config, maxEntries = maxNames, maxFileBytes }: ZipOptions,
): Promise<Source> {
  const zip = await openPromise(path, { autoClose: false }).catch(throwZipError)
  try {
    const entries = await readEntries(zip, maxEntries)
    const names = indexNames([...entries.keys()])
    const unpacker = createUnpacker(zip, config)
    const entryOf = (name: string) => entries.get(names.fullName(name)) as Entry
    return {
      list: names.list,
      async readTable() {
        const entry = entries.get(names.table) as Entry
        assertTableSize(entry.uncompressedSize)
        return buffer(await openEntry(zip, entry)).catch(throwZipError)
      },
      sizeOf: async (name) => entryOf(name).uncompressedSize,
      async readStart(name) {
        const entry = entryOf(name)
        assertSize(entry, maxFileBytes)
        return readStart(await openEntry(zip, entry))
      },
      async fetchFile(name) {
        const entry = entryOf(name)
        assertSize(entry, maxFileBytes)
        return unpacker.fetchFile(entry)
      },
      async close() {
        zip.close()
        await unpacker.remove()
      },
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

function assertSize({ uncompressedSize, compressedSize }: Entry, maxFileBytes: number) {
  if (uncompressedSize > maxFileBytes)
    throw apiError('media_refused', msg`This file is larger than ${{ mb: Math.floor(maxFileBytes / bytesPerMb) }} MB.`)
  if (uncompressedSize > bytesPerMb && uncompressedSize > maxCompressionRatio * compressedSize)
    throw apiError(
      'media_refused',
      msg`This file grows more than ${{ maxCompressionRatio }} times when unpacked, so it is not an image. Save it again.`,
    )
}

/** Pictures and videos hardly compress; drawings and PDFs shrink to about a tenth. */
const maxCompressionRatio = 100

async function readStart(stream: Readable) {
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of stream) {
      parts.push(part)
      bytes += part.length
      if (bytes >= headerLength) break
    }
  } catch (error) {
    throwZipError(error as Error)
  }
  return Buffer.concat(parts).subarray(0, headerLength)
}

/** Unpacked bytes at a time, besides the file in use. A member's zip is smaller, so its files are unpacked once. */
const maxUnpackedBytes = 400 * bytesPerMb

function createUnpacker(zip: ZipFile, config: Pick<Config, 'dataDir'>) {
  let folder: Promise<string> | undefined
  let count = 0
  const paths = new LRUCache<Entry, string>({
    maxSize: maxUnpackedBytes,
    sizeCalculation: (_path, { uncompressedSize }) => Math.max(1, uncompressedSize),
    dispose: (path) => void rm(path, { force: true }).catch(() => undefined),
  })
  return {
    async fetchFile(entry: Entry) {
      const existing = paths.get(entry)
      if (existing) return existing
      folder ??= makeWorkFolder(config)
      const path = join(await folder, String(count++))
      await pipeline(await openEntry(zip, entry), createWriteStream(path)).catch(throwZipError)
      paths.set(entry, path)
      return path
    },
    async remove() {
      if (folder) await rm(await folder, { recursive: true, force: true })
    },
  }
}

async function readEntries(zip: ZipFile, maxEntries: number) {
  if (zip.entryCount > maxEntries) throw tooManyNamesError(maxEntries)
  const entries = new Map<string, Entry>()
  let bytes = 0
  let compressedBytes = 0
  try {
    for await (const entry of zip.eachEntry()) {
      bytes += headerSize(entry)
      compressedBytes += entry.compressedSize
      // Overlapping entries would otherwise be unpacked one after the other.
      if (compressedBytes > zip.fileSize) throw damagedZipError()
      if (bytes > maxEntries * maxNameLength) throw namesTooLongError()
      if (entry.isEncrypted()) throw encryptedZipError()
      if (entry.fileName.includes('\0')) throw damagedZipError()
      if (isRegularFile(entry)) entries.set(entry.fileName, entry)
    }
  } catch (error) {
    throwZipError(error as Error)
  }
  return entries
}

/** Average in bytes, including the other fields of an entry: 4 MB for 20,000 names. */
const maxNameLength = 200

const headerSize = (entry: Entry) => entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength

/** A link is not a file: it contains the path of its target. */
const isRegularFile = ({ fileName, externalFileAttributes }: Entry) =>
  !fileName.endsWith('/') && ((externalFileAttributes >>> 16) & fileTypeMask) !== symlinkType
const fileTypeMask = 0o170000
const symlinkType = 0o120000

const openEntry = (zip: ZipFile, entry: Entry) => zip.openReadStreamPromise(entry).catch(throwZipError)

/** System errors and refusals pass unchanged. */
function throwZipError(error: Error & { code?: string }): never {
  if (error instanceof ApiError || /^E[A-Z]+$/.test(error.code ?? '')) throw error
  throw /relative path|absolute path|invalid characters/.test(error.message) ? unsafePathsError() : damagedZipError()
}
