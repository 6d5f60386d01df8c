import type pg from 'pg'
import * as contract from '#contract/imports.ts'
import { notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { newestPlace, pageJson, readCursor } from '#server/http/list-page.ts'
import { route, sendJson } from '#server/http/route.ts'
import { actingAs, viewerOf } from '#server/http/viewer.ts'
import type { MediaDeps } from '#server/media/media.ts'
import { beginImport } from './begin-import.ts'
import { findImport, listImportedDrafts, listImports } from './imports.queries.ts'

export function importRoutes(app: App, deps: MediaDeps & { pool: pg.Pool }) {
  const { pool } = deps
  const answer = async (ownerId: string, id: string) => {
    const found = await findImport(pool, ownerId, id)
    if (!found) throw notFound('import')
    return `{"import":${found}}`
  }

  app.route({
    ...route(contract.beginImport),
    handler: async (request, reply) => {
      const { id: ownerId } = viewerOf(request)
      const id = await beginImport(deps, { ownerId, uploadId: request.body.uploadId })
      return sendJson(reply.code(202), await answer(ownerId, id))
    },
  })

  app.route({
    ...route(contract.readImport),
    handler: async (request, reply) => sendJson(reply, await answer(viewerOf(request).id, request.params.id)),
  })

  app.route({
    ...route(contract.listImports),
    handler: async (request, reply) => {
      const { id } = actingAs(request, request.params.id)
      return sendJson(reply, `{"imports":[${(await listImports(pool, id)).join()}]}`)
    },
  })

  app.route({
    ...route(contract.listImportedDrafts),
    handler: async (request, reply) => {
      const { id } = actingAs(request, request.params.id)
      const { limit, cursor } = request.query
      const rows = await listImportedDrafts(pool, id, { limit, after: readCursor(newestPlace, cursor) })
      return sendJson(reply, pageJson('drafts', rows, limit))
    },
  })
}
