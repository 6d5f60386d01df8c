import { randomUUID } from 'node:crypto'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as limits from '#contract/limits.ts'
import type { Config } from '#server/config/config.ts'
import { Refusal, refuse } from '#server/http/errors.ts'
import { bytesPerMb } from './decode/decode-task.ts'
import { neitherImageNorVideo, notAnImage } from './decode/refused-file.ts'
import { ingest, workFolder } from './ingest.ts'
import type { Media } from './media.queries.ts'
import type { MediaDeps } from './media.ts'
import type { UploadSpace } from './upload-space.ts'

const dataUrlHead = /^\s*data:[^,]{0,200};base64,/i
const notBase64 = /[^A-Za-z0-9+/=\s_-]/
const partLength = 4 * 256 * 1024

/** In milliseconds: how long space stays reserved when the writing process dies. */
const longestUse = 10 * 60 * 1000

type Base64Deps = { config: Config; uploadSpace: UploadSpace }
type Base64Upload = { ownerId: string; text: string }

/** Writes plain base64 or a data URL of any type to a file, which exists while `use` runs. */
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

/** In chunks, so that the text is not in memory a second time as bytes. White space would break chunk boundaries. */
async function writeDecoded(path: string, base64: string) {
  const dense = /\s/.test(base64) ? base64.replace(/\s+/g, '') : base64
  await using file = await open(path, 'wx')
  for (let at = 0; at < dense.length; at += partLength) {
    await file.appendFile(Buffer.from(dense.slice(at, at + partLength), 'base64'))
  }
}

const mostBytes = limits.photoMb * bytesPerMb

export const pictureBodyLimit = Math.ceil((mostBytes * 4) / 3) + 64 * 1024

export const pictureTooLarge = `Please select an image smaller than ${limits.photoMb}MB.`

/** Its files stay while `profiles.picture_url` is one of their addresses, with or without the row. */
export async function ingestPicture(
  deps: MediaDeps,
  { ownerId, base64 }: { ownerId: string; base64: string },
): Promise<Media> {
  if (base64.length > pictureBodyLimit) throw refuse('media_refused', pictureTooLarge)
  let isFile = false
  try {
    return await withBase64File(deps, { ownerId, text: base64 }, async (path) => {
      isFile = true
      if ((await stat(path)).size > mostBytes) throw refuse('media_refused', pictureTooLarge)
      return ingest(deps, { ownerId, path, isPortrait: true })
    })
  } catch (error) {
    const isNoImage =
      error instanceof Refusal &&
      error.code === 'media_refused' &&
      (!isFile || error.message === neitherImageNorVideo)
    throw isNoImage ? refuse('media_refused', notAnImage) : error
  }
}
