import { msg } from '@lingui/core/runtime-macro'
import type pg from 'pg'
import { imageAddress } from '#contract/media-address.ts'
import { readPrintPicture } from '#contract/zines.ts'
import { statement } from '#server/db/statement.ts'
import { apiError, notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { route } from '#server/http/route.ts'
import { sendStoredFile } from '#server/media/files.routes.ts'
import { type MediaStorage, printSuffix } from '#server/media/storage/storage.ts'

type Deps = { storage: MediaStorage }

/** The print version of a page. It has no public URL, so that the creator can withdraw the permission. */
export function printPictureRoutes(app: App, { storage }: Deps) {
  const { schema, ...declared } = route(readPrintPicture)
  for (const method of ['GET', 'HEAD'] as const)
    app.route({
      ...declared,
      method,
      exposeHeadRoute: false,
      schema: { ...schema, hide: method === 'HEAD' },
      handler: async (request, reply) => {
        const { id: zineId, page } = request.params
        const picture = await findPrintPicture(request.readPool, {
          zineId,
          page,
          viewer: request.viewer?.id ?? null,
        })
        if (!picture) throw notFound('picture')
        if (!picture.mayPrint) throw notPermitted()
        const name = picture.isStored ? picture.hash + printSuffix : imageAddress(picture.hash).slice('/media/'.length)
        const headers = { ...printHeaders, 'content-disposition': `inline; filename="page-${page}"` }
        return sendStoredFile(request, reply, { storage, name, headers })
      },
    })
}

const notPermitted = () => apiError('not_yours', msg`The creator of this zine does not allow printing.`)

/** Always revalidated: an update may replace the picture, and the creator may withdraw the permission. */
const printHeaders = {
  'cache-control': 'private, no-cache',
  vary: 'authorization, cookie',
  'cross-origin-resource-policy': 'same-origin',
}

type PrintPicture = { hash: string; isStored: boolean; mayPrint: boolean }

const pictureSql = (joins: string) => `
   select m.hash, m.print_width is not null as "isStored",
     z.may_print or z.creator_id is not distinct from $3::uuid as "mayPrint"
   from zines z ${joins}
   join zine_pages zp on zp.zine_id = z.id and zp.position = $2
   join media m on m.id = zp.media_id
   where z.id = $1 and m.kind = 'image'`

type PictureParameters = [zineId: string, position: number, viewer: string | null]

/** Excludes hidden zines, which have no counter. */
const printPicture = statement<PrintPicture, PictureParameters>(
  'print-picture',
  pictureSql('join zine_stats s on s.zine_id = z.id'),
)

const ownHiddenPicture = statement<PrintPicture, PictureParameters>(
  'print-picture-hidden',
  `${pictureSql('')} and z.creator_id = $3::uuid and z.hidden_at is not null`,
)

async function findPrintPicture(
  pool: pg.Pool,
  { zineId, page, viewer }: { zineId: string; page: number; viewer: string | null },
) {
  const [row] = await printPicture(pool, zineId, page - 1, viewer)
  if (row || !viewer) return row
  const [hidden] = await ownHiddenPicture(pool, zineId, page - 1, viewer)
  return hidden
}
