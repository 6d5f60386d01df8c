import { once } from 'node:events'
import type { Readable } from 'node:stream'

export type ByteRange = { start: number; end: number }

export type StoredFile = {
  size: number
  read(range?: ByteRange): Promise<Readable>
  /** All of it, where that is quicker than a stream; `undefined` when it is gone meanwhile. */
  readWhole?(): Promise<Buffer | undefined>
}

/** Where media files are kept, under the names of contract/media-address.ts. Files never change. */
export type MediaStorage = {
  /** Takes the file at `path`; when this resolves it is kept whole, whatever happens to the machine. */
  put(name: string, path: string): Promise<void>
  find(name: string): Promise<StoredFile | undefined>
  /** For readers alone: quicker, and for a moment it may give what another process has removed. */
  findServed?(name: string): Promise<StoredFile | undefined>
  remove(name: string): Promise<void>
  list(prefix?: string): AsyncIterable<{ name: string; storedAt: Date }>
}

/** What stands at an address of its own, for everybody. */
export const mediaFileName = /^[0-9a-f]{32}(-(400|800|1600)\.webp|\.mp4|\.webm)$/

/** The picture for paper is kept beside them, for those who may print it. */
export const printEnding = '-print.jpg'
const printFileName = /^[0-9a-f]{32}-print\.jpg$/

export const isStoredFile = (name: string) => mediaFileName.test(name) || printFileName.test(name)

export async function beginRead(file: StoredFile, range?: ByteRange): Promise<Readable | undefined> {
  try {
    const content = await file.read(range)
    await once(content, 'readable')
    return content
  } catch (error) {
    const { code, name } = error as Error & { code?: string }
    if (code === 'ENOENT' || name === 'NoSuchKey' || name === 'NotFound') return undefined
    throw error
  }
}

const mediaTypes: Record<string, string> = {
  ...{ webp: 'image/webp', jpg: 'image/jpeg' },
  ...{ mp4: 'video/mp4', webm: 'video/webm' },
}

export const mediaTypeOf = (name: string) =>
  mediaTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
