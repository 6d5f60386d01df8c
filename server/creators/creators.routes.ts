import * as contract from '#contract/creators.ts'
import { avoidedCreatorJson } from '#server/db/avoided.ts'
import { readUser } from '#server/db/creator-json.ts'
import { notFound, sayOfTooLarge } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { route, sendJson } from '#server/http/route.ts'
import { actingAs } from '#server/http/viewer.ts'
import { ingestPicture, pictureBodyLimit, pictureTooLarge } from '#server/media/base64-file.ts'
import type { MediaDeps } from '#server/media/media.ts'
import { updateProfilePicture } from './picture.queries.ts'

export function creatorRoutes(app: App) {
  app.route({
    ...route(contract.readUser),
    handler: async ({ params, viewer, reads }, reply) => {
      const user = await readUser(reads, viewer, params.id)
      if (!user) throw notFound('creator')
      return sendJson(reply, `{"user":${user}${await avoidedCreatorJson(reads, viewer, params.id)}}`)
    },
  })
}

export function pictureRoutes(app: App, media: MediaDeps) {
  app.route({
    ...route(contract.updateProfilePicture, { hasOwnQueue: true }),
    bodyLimit: pictureBodyLimit,
    errorHandler: sayOfTooLarge(pictureTooLarge),
    handler: async (request) => {
      const viewer = actingAs(request, request.params.id)
      const picture = await ingestPicture(media, { ownerId: viewer.id, base64: request.body.base64Image })
      const profileImageUrl = await media.db
        .transaction()
        .execute((tx) => updateProfilePicture(tx, viewer.id, picture))
      return { profileImageUrl }
    },
  })
}
