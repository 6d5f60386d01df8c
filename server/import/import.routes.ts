import type pg from 'pg'
import * as contract from '#contract/imports.ts'
import { notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { newestPosition, pageJson, readCursor } from '#server/http/list-page.ts'
import { route, sendJson } from '#server/http/route.ts'
import { requireSelf, viewerOf } from '#server/http/viewer.ts'
import type { MediaDeps } from '#server/media/media.ts'
import { beginImport } from './begin-import.ts'
import { findImport, listImportedDrafts, listImports } from './imports.queries.ts'

export function importRoutes(app: App, deps: MediaDeps & { pool: pg.Pool }) {
  const { pool } = deps
  const responseFor = async (ownerId: string, id: string) => {
    const importJson = await findImport(pool, ownerId, id)
    if (!importJson) throw notFound('import')
    return `{"import":${importJson}}`
  }

  app.route({
    ...route(contract.beginImport),
    handler: async (request, reply) => {
      const { id: ownerId } = viewerOf(request)
      const id = await beginImport(deps, { ownerId, uploadId: request.body.uploadId })
      return sendJson(reply.code(202), await responseFor(ownerId, id))
    },
  })

  app.route({
    ...route(contract.readImport),
    handler: async (request, reply) => sendJson(reply, await responseFor(viewerOf(request).id, request.params.id)),
  })

  app.route({
    ...route(contract.listImports),
    handler: async (request, reply) => {
      const { id } = requireSelf(request, request.params.id)
      return sendJson(reply, `{"imports":[${(await listImports(pool, id)).join()}]}`)
    },
  })

  app.route({
    ...route(contract.listImportedDrafts),
    handler: async (request, reply) => {
      const { id } = requireSelf(request, request.params.id)
      const { limit, cursor } = request.query
      const rows = await listImportedDrafts(pool, id, { limit, after: readCursor(newestPosition, cursor) })
      return sendJson(reply, pageJson('drafts', rows, limit))
    },
  })
}
