import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { refuse } from '#server/http/errors.ts'
import { workFolder } from './ingest.ts'
import type { UploadSpace } from './upload-space.ts'

const dataUrlHead = /^\s*data:[^,]{0,200};base64,/i
const notBase64 = /[^A-Za-z0-9+/=\s_-]/
const partLength = 4 * 256 * 1024

/** Whoever writes the file and dies leaves its space held for this long, in milliseconds. */
const longestUse = 10 * 60 * 1000

type Base64Deps = { config: Config; uploadSpace: UploadSpace }
type Base64Upload = { ownerId: string; text: string }

/**
 * Writes base64 text, plain or as a data URL, to a file for as long as `use` takes. What the data URL says
 * the type is does not matter.
 */
export async function withBase64File<Result>(
  { config, uploadSpace }: Base64Deps,
  { ownerId, text }: Base64Upload,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const base64 = text.replace(dataUrlHead, '')
  if (notBase64.test(base64))
    throw refuse('media_refused', 'base64String must be base64 text or a base64 data URL.')
  const id = `base64-${randomUUID()}`
  const path = join(workFolder(config), id)
  const byteSize = Math.ceil((base64.length * 3) / 4)
  const expiresAt = new Date(Date.now() + longestUse)
  await uploadSpace.hold({ id, ownerId, byteSize, expiresAt, network: null })
  try {
    await mkdir(workFolder(config), { recursive: true })
    await writeDecoded(path, base64)
    return await use(path)
  } finally {
    await rm(path, { force: true })
    await uploadSpace.release(id)
  }
}

/** In parts, so that the text is not held a second time as bytes. White space would break a part: it goes first. */
async function writeDecoded(path: string, base64: string) {
  const dense = /\s/.test(base64) ? base64.replace(/\s+/g, '') : base64
  await using file = await open(path, 'wx')
  for (let at = 0; at < dense.length; at += partLength) {
    await file.appendFile(Buffer.from(dense.slice(at, at + partLength), 'base64'))
  }
}
