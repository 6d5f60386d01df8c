import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const ZinePage = z.object({
  url: z.string(),
  kind: z.enum(['image', 'video']),
  /** Pixels of the upright original; null if a video does not state them. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  placeholder: z.string().nullable(),
  altText: z.string(),
  /** Empty if the page is not covered. */
  contentNote: z.string(),
  /** The poster of a video. */
  posterUrl: z.string().nullable(),
})
export type ZinePage = z.infer<typeof ZinePage>

export const UploadedMedia = z.object({
  url: z.string(),
  kind: z.enum(['image', 'video']),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  placeholder: z.string().nullable(),
  posterUrl: z.string().nullable(),
})
export type UploadedMedia = z.infer<typeof UploadedMedia>

export const uploadZineMedia = endpoint({
  name: 'uploadZineMedia',
  method: 'POST',
  changes: 'private',
  path: '/api/upload-zine-media',
  tag: 'Media',
  summary: 'Upload one image or video as base64 text (plain or a data URL)',
  access: 'member',
  body: z.strictObject({ base64String: z.string('base64String must be text.').min(1, 'The file is empty.') }),
  response: UploadedMedia,
})

export const ingestUpload = endpoint({
  name: 'ingestUpload',
  method: 'POST',
  changes: 'private',
  path: '/api/uploads/:uploadId/media',
  tag: 'Media',
  summary: 'Turn a finished resumable upload (tus, at /api/uploads) into media; idempotent',
  access: 'member',
  params: z.strictObject({ uploadId: z.string().regex(/^[0-9a-f]{32}$/, 'This is not a valid upload.') }),
  body: z.strictObject({
    /** SHA-256 of the sender's file, in hex. A mismatch means that the upload was damaged. */
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'sha256 must be 64 hexadecimal digits.')
      .optional(),
  }),
  response: UploadedMedia,
})

export const readOwnPicture = endpoint({
  name: 'readOwnPicture',
  method: 'GET',
  path: '/api/media/:hash/print.jpg',
  tag: 'Media',
  summary: 'The largest stored version of a picture, for the member who uploaded it: JPEG, or WebP if that is exact',
  access: 'member',
  params: z.strictObject({ hash: z.string().regex(/^[0-9a-f]{32}$/, 'This is not a valid image.') }),
  response: z.any(),
})
