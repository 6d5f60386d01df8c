import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { LRUCache } from 'lru-cache'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import type { Config } from '#server/config/config.ts'
import { Refusal, refuse } from '#server/http/errors.ts'
import { bytesPerMb } from '#server/media/decode/decode-task.ts'
import { headLength } from '#server/media/decode/sniff.ts'
import { makeWorkFolder } from '#server/media/ingest.ts'
import {
  assertTableSize,
  damagedZip,
  leadingOut,
  lockedZip,
  mostNames,
  namesOf,
  type Source,
  tooLongNames,
  tooManyNames,
} from './source.ts'

type Opening = { config: Pick<Config, 'dataDir'>; names?: number; mostBytes: number }

/** Unpacks only files that rows name, once, and at most `mostBytes`: the library ends a file larger than declared. */
export async function openZip(
  path: string,
  { config, names: most = mostNames, mostBytes }: Opening,
): Promise<Source> {
  const zip = await openPromise(path, { autoClose: false }).catch(asRefusal)
  try {
    const entries = await readEntries(zip, most)
    const names = namesOf([...entries.keys()])
    const unpacked = unpackedFiles(zip, config)
    const entryOf = (name: string) => entries.get(names.at(name)) as Entry
    return {
      list: names.list,
      async readTable() {
        const entry = entries.get(names.table) as Entry
        assertTableSize(entry.uncompressedSize)
        return buffer(await open(zip, entry)).catch(asRefusal)
      },
      sizeOf: async (name) => entryOf(name).uncompressedSize,
      async readStart(name) {
        const entry = entryOf(name)
        assertSize(entry, mostBytes)
        return readStart(await open(zip, entry))
      },
      async bring(name) {
        const entry = entryOf(name)
        assertSize(entry, mostBytes)
        return unpacked.bring(entry)
      },
      async close() {
        zip.close()
        await unpacked.remove()
      },
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

function assertSize({ uncompressedSize, compressedSize }: Entry, mostBytes: number) {
  if (uncompressedSize > mostBytes)
    throw refuse('media_refused', `This file is larger than ${Math.floor(mostBytes / bytesPerMb)} MB.`)
  if (uncompressedSize > bytesPerMb && uncompressedSize > mostRatio * compressedSize)
    throw refuse(
      'media_refused',
      `This file grows more than ${mostRatio} times when unpacked, so it is not a picture. Save it again.`,
    )
}

/** Pictures and videos hardly compress; drawings and PDFs shrink to about a tenth. */
const mostRatio = 100

async function readStart(stream: Readable) {
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of stream) {
      parts.push(part)
      bytes += part.length
      if (bytes >= headLength) break
    }
  } catch (error) {
    asRefusal(error as Error)
  }
  return Buffer.concat(parts).subarray(0, headLength)
}

/** Unpacked bytes at a time, besides the file in use. A member's zip is smaller, so its files are unpacked once. */
const mostUnpacked = 400 * bytesPerMb

function unpackedFiles(zip: ZipFile, config: Pick<Config, 'dataDir'>) {
  let folder: Promise<string> | undefined
  let count = 0
  const paths = new LRUCache<Entry, string>({
    maxSize: mostUnpacked,
    sizeCalculation: (_path, { uncompressedSize }) => Math.max(1, uncompressedSize),
    dispose: (path) => void rm(path, { force: true }).catch(() => undefined),
  })
  return {
    async bring(entry: Entry) {
      const there = paths.get(entry)
      if (there) return there
      folder ??= makeWorkFolder(config)
      const to = join(await folder, String(count++))
      await pipeline(await open(zip, entry), createWriteStream(to)).catch(asRefusal)
      paths.set(entry, to)
      return to
    },
    async remove() {
      if (folder) await rm(await folder, { recursive: true, force: true })
    },
  }
}

async function readEntries(zip: ZipFile, most: number) {
  if (zip.entryCount > most) throw tooManyNames(most)
  const entries = new Map<string, Entry>()
  let bytes = 0
  let packed = 0
  try {
    for await (const entry of zip.eachEntry()) {
      bytes += bytesOf(entry)
      packed += entry.compressedSize
      // Overlapping entries would otherwise be unpacked one after the other.
      if (packed > zip.fileSize) throw damagedZip()
      if (bytes > most * longestName) throw tooLongNames()
      if (entry.isEncrypted()) throw lockedZip()
      if (entry.fileName.includes('\0')) throw damagedZip()
      if (isFile(entry)) entries.set(entry.fileName, entry)
    }
  } catch (error) {
    asRefusal(error as Error)
  }
  return entries
}

/** Average in bytes, including the other fields of an entry: 4 MB for 20,000 names. */
const longestName = 200

const bytesOf = (entry: Entry) => entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength

/** A link is not a file: it contains the path of its target. */
const isFile = ({ fileName, externalFileAttributes }: Entry) =>
  !fileName.endsWith('/') && ((externalFileAttributes >>> 16) & kindOfFile) !== link
const kindOfFile = 0o170000
const link = 0o120000

const open = (zip: ZipFile, entry: Entry) => zip.openReadStreamPromise(entry).catch(asRefusal)

/** System errors and refusals pass unchanged. */
function asRefusal(error: Error & { code?: string }): never {
  if (error instanceof Refusal || /^E[A-Z]+$/.test(error.code ?? '')) throw error
  throw /relative path|absolute path|invalid characters/.test(error.message) ? leadingOut() : damagedZip()
}
