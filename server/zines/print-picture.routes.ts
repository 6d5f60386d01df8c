import { imageAddress } from '#contract/media-address.ts'
import { readPrintPicture } from '#contract/zines.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { route } from '#server/http/route.ts'
import { sendStored } from '#server/media/files.routes.ts'
import { type MediaStorage, printEnding } from '#server/media/storage/storage.ts'
import { findPrintPicture } from './print-picture.queries.ts'

type Deps = { storage: MediaStorage }

/** What a page is printed from. It has no public address, so that a maker can take the permission back. */
export function printPictureRoutes(app: App, { storage }: Deps) {
  const { schema, ...declared } = route(readPrintPicture)
  for (const method of ['GET', 'HEAD'] as const)
    app.route({
      ...{ ...declared, method, exposeHeadRoute: false },
      schema: { ...schema, hide: method === 'HEAD' },
      handler: async (request, reply) => {
        const { id: zineId, page } = request.params
        const picture = await findPrintPicture(request.reads, {
          zineId,
          page,
          viewer: request.viewer?.id ?? null,
        })
        if (!picture) throw notFound('picture')
        if (!picture.mayPrint) throw notPermitted()
        const name = picture.isKept
          ? picture.hash + printEnding
          : imageAddress(picture.hash).slice('/media/'.length)
        const headers = { ...forWhoMayPrint, 'content-disposition': `inline; filename="page-${page}"` }
        return sendStored(request, reply, { storage, name, headers })
      },
    })
}

const notPermitted = () => refuse('not_yours', 'The maker of this zine has not allowed others to print it.')

/**
 * Asked for again each time, and sent only if it is another: the address is of a page, which an update of the zine may
 * give another picture, and a permission can be taken back.
 */
const forWhoMayPrint = {
  'cache-control': 'private, no-cache',
  vary: 'authorization, cookie',
  'cross-origin-resource-policy': 'same-origin',
}
