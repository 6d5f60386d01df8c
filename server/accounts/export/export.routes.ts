import type pg from 'pg'
import { downloadEverything } from '#contract/accounts.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { notSignedIn } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import type { Limits } from '#server/http/limit.ts'
import { route } from '#server/http/route.ts'
import { actingAs } from '#server/http/viewer.ts'
import type { MediaStorage } from '#server/media/storage/storage.ts'
import { findViewer } from '../accounts.queries.ts'
import { streamExport } from './write-export.ts'

type ExportDeps = { config: Config; db: Db; limits: Limits; pool: pg.Pool; storage: MediaStorage }

export function exportRoutes(app: App, { config, db, limits, pool, storage }: ExportDeps) {
  app.route({
    ...route(downloadEverything),
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { id } = actingAs(request, request.params.id)
      const user = await findViewer(pool, id)
      if (!user) throw notSignedIn()
      await limits.spend('export', id)
      reply.header('content-disposition', attachment(user.username)).type('application/zip')
      return reply.send(streamExport({ db, storage, publicUrl: config.publicUrl }, id))
    },
  })
}

/** The name of the download, for old clients in ASCII and for the others as it is. */
function attachment(username: string, now = new Date()) {
  const named = (name: string) => `foldout-${name}-${now.toISOString().slice(0, 10)}.zip`
  const ascii = named(username.replace(/[^\w.-]/gu, '_'))
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(named(username))}`
}
