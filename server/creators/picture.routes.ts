import type { FastifyError } from 'fastify'
import * as contract from '#contract/creators.ts'
import { answerError, refuse } from '../http/errors.ts'
import type { App } from '../http/fastify.ts'
import { route } from '../http/route.ts'
import { actingAs } from '../http/viewer.ts'
import type { IngestDeps } from '../media/ingest.ts'
import { ingestPicture, pictureBodyLimit, pictureTooLarge } from '../media/ingest-picture.ts'
import { updateProfilePicture } from './picture.queries.ts'

export function pictureRoutes(app: App, media: IngestDeps) {
  app.route({
    ...route(contract.updateProfilePicture),
    bodyLimit: pictureBodyLimit,
    errorHandler: (error: FastifyError, request, reply) => answerError(explained(error), request, reply),
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

/** A body over the limit is refused before anybody could look what is in it. */
const explained = (error: FastifyError) =>
  error.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
    ? (refuse('too_large', pictureTooLarge) as unknown as FastifyError)
    : error
