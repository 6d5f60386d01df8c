import { sql } from 'kysely'
import * as contract from '#contract/creators.ts'
import { imageAddress } from '#contract/media-address.ts'
import { ensureProfile } from '#server/auth/user.queries.ts'
import type { Tx } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/jobs.ts'
import { notFound, tooLargeHandler } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { route, sendJson } from '#server/http/route.ts'
import { requireSelf } from '#server/http/viewer.ts'
import { creatorExclusionsJson } from '#server/lists/reader-exclusions.ts'
import { ingestPicture, pictureBodyLimit, pictureTooLargeMessage } from '#server/media/base64-file.ts'
import { isMediaUnused } from '#server/media/media.queries.ts'
import type { MediaDeps } from '#server/media/media.ts'
import { readUser } from './profile.queries.ts'

export function creatorRoutes(app: App) {
  app.route({
    ...route(contract.readUser),
    handler: async ({ params, viewer, readPool }, reply) => {
      const user = await readUser(readPool, viewer, params.id)
      if (!user) throw notFound('creator')
      return sendJson(reply, `{"user":${user}${await creatorExclusionsJson(readPool, viewer, params.id)}}`)
    },
  })
}

export function pictureRoutes(app: App, media: MediaDeps) {
  app.route({
    ...route(contract.updateProfilePicture, { hasOwnQueue: true }),
    bodyLimit: pictureBodyLimit,
    errorHandler: tooLargeHandler(pictureTooLargeMessage),
    handler: async (request) => {
      const viewer = requireSelf(request, request.params.id)
      const picture = await ingestPicture(media, { ownerId: viewer.id, base64: request.body.base64Image })
      const profileImageUrl = await media.db.transaction().execute((tx) => updateProfilePicture(tx, viewer.id, picture))
      return { profileImageUrl }
    },
  })
}

async function updateProfilePicture(tx: Tx, userId: string, picture: { id: string; hash: string }) {
  await ensureProfile(tx, userId, null)
  const previousHash = await lockPicture(tx, userId)
  const address = imageAddress(picture.hash)
  await tx
    .updateTable('profiles')
    .set({ picture_url: address, updated_at: new Date() })
    .where('user_id', '=', userId)
    .execute()
  await deleteUpload(tx, userId, picture.id)
  if (previousHash && previousHash !== picture.hash)
    await enqueueJob(tx, 'remove-media-files', { hashes: [previousHash] })
  return address
}

/** Serialises picture changes with each other and with publishing, which also uses uploads. */
async function lockPicture(tx: Tx, userId: string) {
  const profile = await tx
    .selectFrom('profiles')
    .select('picture_url')
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return /^\/media\/([0-9a-f]{32})-/.exec(profile?.picture_url ?? '')?.[1]
}

/** Keeps the upload if a zine has used it for a page in the meantime. */
const deleteUpload = (tx: Tx, userId: string, id: string) =>
  tx
    .deleteFrom('media')
    .where('id', '=', id)
    .where('owner_id', '=', userId)
    .where(sql<boolean>`${sql.raw(isMediaUnused('media'))}`)
    .execute()
