import { once } from 'node:events'
import type { Readable } from 'node:stream'

export type ByteRange = { start: number; end: number }

export type StoredFile = {
  size: number
  read(range?: ByteRange): Promise<Readable>
  /** Reads all of it, where that is faster than a stream; `undefined` if it was removed meanwhile. */
  readWhole?(): Promise<Buffer | undefined>
}

/** Stores media files under the names of contract/media-address.ts. Files never change. */
export type MediaStorage = {
  /** Stores the file at `path`. When this resolves, the file survives a crash of the machine. */
  put(name: string, path: string): Promise<void>
  find(name: string): Promise<StoredFile | undefined>
  /** Only for serving: faster, but may briefly return a file that another process removed. */
  findForReading?(name: string): Promise<StoredFile | undefined>
  remove(name: string): Promise<void>
  list(prefix?: string): AsyncIterable<{ name: string; storedAt: Date }>
}

/** Files with a public address. */
export const mediaFilePattern = /^[0-9a-f]{32}(-(400|800|1600)\.webp|\.mp4|\.webm)$/

/** The print version is stored beside them, for users with the permission to print. */
export const printSuffix = '-print.jpg'
const printFilePattern = /^[0-9a-f]{32}-print\.jpg$/

export const isStoredFile = (name: string) => mediaFilePattern.test(name) || printFilePattern.test(name)

export async function openRead(file: StoredFile, range?: ByteRange): Promise<Readable | undefined> {
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
  webp: 'image/webp',
  jpg: 'image/jpeg',
  mp4: 'video/mp4',
  webm: 'video/webm',
}

export const mediaTypeOf = (name: string) =>
  mediaTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
