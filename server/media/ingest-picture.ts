import { stat } from 'node:fs/promises'
import * as limits from '#contract/limits.ts'
import { Refusal, refuse } from '#server/http/errors.ts'
import { withBase64File } from './base64-file.ts'
import { bytesPerMb } from './decode/decode-task.ts'
import { neitherImageNorVideo, notAnImage } from './decode/refused-file.ts'
import { ingest } from './ingest.ts'
import type { Media } from './media.queries.ts'
import type { MediaDeps } from './media.ts'

const mostBytes = limits.photoMb * bytesPerMb

/** For a route that takes one: the body as base64, with some room around it. */
export const pictureBodyLimit = Math.ceil((mostBytes * 4) / 3) + 64 * 1024

export const pictureTooLarge = `Please select an image smaller than ${limits.photoMb}MB.`

/**
 * Media of a person's picture, from base64 text or a data URL. Its files stay for as long as `profiles.picture_url`
 * is one of its addresses, with or without its row.
 */
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
