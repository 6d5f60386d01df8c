import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { Refusal, refuse } from '#server/http/errors.ts'
import { shortened } from './shortened.ts'
import { mostNames, namesOf, type Source } from './source.ts'
import {
  assertTableSize,
  damagedZip,
  leadingOut,
  lockedZip,
  tooLongNames,
  tooManyNames,
} from './source-refusals.ts'

type Bounds = { names?: number; mostBytes: number }

/**
 * A zip on this machine. Only what a row names is unpacked, one file at a time, and never more of it than `mostBytes`: the
 * library ends a file that is larger than it says.
 */
export async function openZip(path: string, { names: most = mostNames, mostBytes }: Bounds): Promise<Source> {
  const zip = await openPromise(path, { autoClose: false }).catch(asRefusal)
  try {
    const entries = await readEntries(zip, most)
    const names = namesOf([...entries.keys()])
    const entryOf = (name: string) => entries.get(names.at(name)) as Entry
    return {
      list: names.list,
      async readTable() {
        const entry = entries.get(names.table) as Entry
        assertTableSize(entry.uncompressedSize)
        return buffer(await open(zip, entry)).catch(asRefusal)
      },
      sizeOf: async (name) => entryOf(name).uncompressedSize,
      async bring(name, into) {
        const entry = entryOf(name)
        if (entry.uncompressedSize > mostBytes)
          throw refuse(
            'media_refused',
            `${shortened(name)} is larger than ${Math.floor(mostBytes / 1024 / 1024)} MB.`,
          )
        const to = join(into, 'brought')
        await rm(to, { force: true })
        await pipeline(await open(zip, entry), createWriteStream(to)).catch(asRefusal)
        return to
      },
      close: async () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function readEntries(zip: ZipFile, most: number) {
  if (zip.entryCount > most) throw tooManyNames(most)
  const entries = new Map<string, Entry>()
  let bytes = 0
  try {
    for await (const entry of zip.eachEntry()) {
      bytes += bytesOf(entry)
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

/** In bytes, with all that a zip says beside a name: 4 MB of 20,000 names. Some may be longer if others are shorter. */
const longestName = 200

const bytesOf = (entry: Entry) => entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength

/** A link is no file: what it leads to is written in it. */
const isFile = ({ fileName, externalFileAttributes }: Entry) =>
  !fileName.endsWith('/') && ((externalFileAttributes >>> 16) & kindOfFile) !== link
const kindOfFile = 0o170000
const link = 0o120000

const open = (zip: ZipFile, entry: Entry) => zip.openReadStreamPromise(entry).catch(asRefusal)

/** What the disk says stays what it is, and so does what was refused already. */
function asRefusal(error: Error & { code?: string }): never {
  if (error instanceof Refusal || /^E[A-Z]+$/.test(error.code ?? '')) throw error
  throw /relative path|absolute path|invalid characters/.test(error.message) ? leadingOut() : damagedZip()
}
