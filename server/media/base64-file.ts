import { randomUUID } from 'node:crypto'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { msg } from '@lingui/core/runtime-macro'
import { inEnglish } from '#contract/in-english.ts'
import * as limits from '#contract/limits.ts'
import type { Config } from '#server/config/config.ts'
import { ApiError, apiError } from '#server/http/errors.ts'
import { bytesPerMb } from './decode/decode-task.ts'
import { notImageMessage, notMediaMessage } from './decode/file-errors.ts'
import { ingest, workFolder } from './ingest.ts'
import type { Media } from './media.queries.ts'
import type { MediaDeps } from './media.ts'
import type { UploadSpace } from './upload-space.ts'

const dataUrlPrefix = /^\s*data:[^,]{0,200};base64,/i
const nonBase64Pattern = /[^A-Za-z0-9+/=\s_-]/
const chunkLength = 4 * 256 * 1024

/** In milliseconds: how long space stays reserved when the writing process dies. */
const maxUseMs = 10 * 60 * 1000

type Base64Deps = { config: Config; uploadSpace: UploadSpace }
type Base64Upload = { ownerId: string; text: string }

/** Writes plain base64 or a data URL of any type to a file, which exists while `work` runs. */
export async function withBase64File<Result>(
  { config, uploadSpace }: Base64Deps,
  { ownerId, text }: Base64Upload,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const base64 = text.replace(dataUrlPrefix, '')
  if (nonBase64Pattern.test(base64))
    throw apiError('media_refused', 'base64String must be base64 text or a base64 data URL.')
  const id = `base64-${randomUUID()}`
  const path = join(workFolder(config), id)
  const byteSize = Math.ceil((base64.length * 3) / 4)
  const expiresAt = new Date(Date.now() + maxUseMs)
  await uploadSpace.reserve({ id, ownerId, byteSize, expiresAt, network: null })
  try {
    await mkdir(workFolder(config), { recursive: true })
    await writeDecoded(path, base64)
    return await work(path)
  } finally {
    await rm(path, { force: true })
    await uploadSpace.release(id)
  }
}

/** In chunks, so that the text is not in memory a second time as bytes. White space would break chunk boundaries. */
async function writeDecoded(path: string, base64: string) {
  const compact = /\s/.test(base64) ? base64.replace(/\s+/g, '') : base64
  await using file = await open(path, 'wx')
  for (let offset = 0; offset < compact.length; offset += chunkLength) {
    await file.appendFile(Buffer.from(compact.slice(offset, offset + chunkLength), 'base64'))
  }
}

const maxBytes = limits.photoMb * bytesPerMb

export const pictureBodyLimit = Math.ceil((maxBytes * 4) / 3) + 64 * 1024

export const pictureTooLargeMessage = msg`Please select an image smaller than ${{ mb: limits.photoMb }}MB.`

/** Its files stay while `profiles.picture_url` is one of their addresses, with or without the row. */
export async function ingestPicture(
  deps: MediaDeps,
  { ownerId, base64 }: { ownerId: string; base64: string },
): Promise<Media> {
  if (base64.length > pictureBodyLimit) throw apiError('media_refused', pictureTooLargeMessage)
  let isDecoded = false
  try {
    return await withBase64File(deps, { ownerId, text: base64 }, async (path) => {
      isDecoded = true
      if ((await stat(path)).size > maxBytes) throw apiError('media_refused', pictureTooLargeMessage)
      return ingest(deps, { ownerId, path, isPortrait: true })
    })
  } catch (error) {
    const isNotImage =
      error instanceof ApiError &&
      error.code === 'media_refused' &&
      (!isDecoded || error.message === inEnglish(notMediaMessage))
    throw isNotImage ? apiError('media_refused', notImageMessage) : error
  }
}
