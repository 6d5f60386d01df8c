import type { FastifyReply } from 'fastify'
import type pg from 'pg'
import * as publishing from '#contract/publishing.ts'
import * as contract from '#contract/zines.ts'
import type { Db } from '#server/db/connection.ts'
import { notFound, notYours } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { newestPlace, pageJson, readCursor } from '#server/http/list-page.ts'
import { route, sendJson } from '#server/http/route.ts'
import { actingAs } from '#server/http/viewer.ts'
import { deleteZine, zineExists } from './delete-zine.queries.ts'
import { publishZine } from './publish-zine.ts'
import { isCreator, listUserZines, listZines, readZine } from './zines.queries.ts'

export function zineRoutes(app: App, { db, pool }: { db: Db; pool: pg.Pool }) {
  app.route({
    ...route(contract.listZines),
    handler: async ({ query, viewer }, reply) => {
      const after = readCursor(newestPlace, query.cursor)
      const rows = await listZines(pool, viewer?.id ?? null, { limit: query.limit, after })
      return sendJson(reply, pageJson('zines', rows, query.limit))
    },
  })

  app.route({
    ...route(contract.readZine),
    handler: async ({ params, viewer }, reply) => sendZine(reply, viewer?.id, params.id),
  })

  app.route({
    ...route(publishing.publishZine),
    handler: async (request, reply) => {
      const viewer = actingAs(request, request.body.creatorId)
      const zine = { ...request.body, creatorId: viewer.id }
      const id = await db.transaction().execute((tx) => publishZine(tx, zine))
      return sendZine(reply.code(201), viewer.id, id)
    },
  })

  app.route({
    ...route(publishing.deleteZine),
    handler: async (request) => {
      const viewer = actingAs(request, request.body?.userId)
      await db.transaction().execute(async (tx) => {
        if (await deleteZine(tx, request.params.id, viewer.id)) return
        throw (await zineExists(tx, request.params.id)) ? notYours() : notFound('zine')
      })
      return { success: true as const }
    },
  })

  app.route({
    ...route(contract.listUserZines),
    handler: async ({ params, query, viewer }, reply) => {
      const after = readCursor(newestPlace, query.cursor)
      const rows = await listUserZines(pool, viewer?.id ?? null, params.id, { limit: query.limit, after })
      if (rows.length === 0 && !(await isCreator(db, params.id))) throw notFound('creator')
      return sendJson(reply, pageJson('zines', rows, query.limit))
    },
  })

  async function sendZine(reply: FastifyReply, viewerId: string | undefined, id: string) {
    const zine = await readZine(pool, viewerId ?? null, id)
    if (!zine) throw notFound('zine')
    return sendJson(reply, `{"zine":${zine}}`)
  }
}
