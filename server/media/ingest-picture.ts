import { refuse } from '#server/http/errors.ts'
import { withBase64File } from './base64-file.ts'
import { bytesPerMb } from './decode/limits.ts'
import { type IngestDeps, ingest } from './ingest.ts'
import type { Media } from './media.queries.ts'

/** Spec §5: a profile photo. */
const mostMb = 5

/** For a route that takes one: the body as base64, with some room around it. */
export const pictureBodyLimit = Math.ceil((mostMb * bytesPerMb * 4) / 3) + 64 * 1024

/**
 * Media of a person's picture, from base64 text or a data URL. Its row counts as used, and its files stay, for as
 * long as `profiles.picture_url` is one of its addresses.
 */
export function ingestPicture(
  deps: IngestDeps,
  { ownerId, base64 }: { ownerId: string; base64: string },
): Promise<Media> {
  if ((base64.length * 3) / 4 > mostMb * bytesPerMb + 512) {
    throw refuse('media_refused', 'Please select an image smaller than 5MB.')
  }
  return withBase64File(deps.config, base64, (path) => ingest(deps, { ownerId, path, only: 'image' }))
}
