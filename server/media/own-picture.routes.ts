import * as contract from '#contract/media.ts'
import { imageAddress } from '#contract/media-address.ts'
import { notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { route } from '#server/http/route.ts'
import { viewerOf } from '#server/http/viewer.ts'
import { sendStoredFile } from './files.routes.ts'
import type { MediaDeps } from './media.ts'
import { printSuffix } from './storage/storage.ts'

/** Own pictures at full size, from which the layout table cuts pages. To other members they do not exist. */
export function ownPictureRoutes(app: App, { db, storage }: Pick<MediaDeps, 'db' | 'storage'>) {
  app.route({
    ...route(contract.readOwnPicture),
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { hash } = request.params
      const picture = await db
        .selectFrom('media')
        .select('print_width')
        .where('hash', '=', hash)
        .where('owner_id', '=', viewerOf(request).id)
        .where('kind', '=', 'image')
        .limit(1)
        .executeTakeFirst()
      if (!picture) throw notFound('picture')
      const name = picture.print_width === null ? imageAddress(hash).slice('/media/'.length) : hash + printSuffix
      return sendStoredFile(request, reply, { storage, name, headers: privateHeaders })
    },
  })
}

const privateHeaders = {
  'cache-control': 'private, no-cache',
  vary: 'authorization, cookie',
  'cross-origin-resource-policy': 'same-origin',
}
