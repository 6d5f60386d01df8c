import type { UploadedMedia } from '#contract/media.ts'
import * as contract from '#contract/media.ts'
import { imageAddress, videoAddress } from '#contract/media-address.ts'
import type { App } from '#server/http/fastify.ts'
import { route } from '#server/http/route.ts'
import { viewerOf } from '#server/http/viewer.ts'
import { withBase64File } from './base64-file.ts'
import { bytesPerMb } from './decode/decode-task.ts'
import { ingest, ingestUpload } from './ingest.ts'
import type { Media } from './media.queries.ts'
import type { MediaDeps } from './media.ts'
import { uploadRoutes } from './uploads.routes.ts'

export function mediaRoutes(app: App, deps: MediaDeps) {
  uploadRoutes(app, deps)

  app.route({
    ...route(contract.uploadZineMedia, { hasOwnQueue: true }),
    bodyLimit: base64Limit(deps.config.maxImageMb),
    handler: async (request) => {
      const { id: ownerId } = viewerOf(request)
      return withBase64File(deps, { ownerId, text: request.body.base64String }, async (path) =>
        uploadedMedia(await ingest(deps, { ownerId, path })),
      )
    },
  })

  app.route({
    ...route(contract.ingestUpload, { hasOwnQueue: true }),
    handler: async (request) => {
      const { id: ownerId } = viewerOf(request)
      const upload = { ownerId, uploadId: request.params.uploadId, sha256: request.body.sha256 }
      return uploadedMedia(await ingestUpload(deps, upload))
    },
  })
}

/** Base64 is for files of an image's size; it is held in memory, so larger videos come through tus. */
const base64Limit = (maxImageMb: number) => Math.ceil((maxImageMb * bytesPerMb * 4) / 3) + 4096

export function uploadedMedia({ kind, hash, extension, width, height, placeholder }: Media): UploadedMedia {
  const shown = { kind, width, height, placeholder }
  if (kind === 'image' || extension === 'webp') return { ...shown, url: imageAddress(hash), posterUrl: null }
  return { ...shown, url: videoAddress(hash, extension), posterUrl: imageAddress(hash) }
}
