import type { FastifyReply } from 'fastify'
import type pg from 'pg'
import { deleteZine, listUserZines, listZines, publishZine, readZine } from '#contract/zines.ts'
import type { Db } from '../db/connection.ts'
import { newestPlace, readCursor } from '../http/cursor.ts'
import { notFound, notYours } from '../http/errors.ts'
import type { App } from '../http/fastify.ts'
import { sendJson } from '../http/json.ts'
import { pageJson } from '../http/list-page.ts'
import { route } from '../http/route.ts'
import { actingAs } from '../http/viewer.ts'
import { publish } from './publish.ts'
import { removeZine, zineExists } from './publishing.queries.ts'
import { findZine, isCreator, listNewestZines, listZinesOfCreator } from './zines.queries.ts'
import { givenPages } from './zines.rules.ts'

export function zineRoutes(app: App, { db, pool }: { db: Db; pool: pg.Pool }) {
  app.route({
    ...route(listZines),
    handler: async ({ query, viewer }, reply) => {
      const after = readCursor(newestPlace, query.cursor)
      const rows = await listNewestZines(pool, viewer?.id ?? null, query.limit, after)
      return sendJson(reply, pageJson('zines', rows, query.limit))
    },
  })

  app.route({
    ...route(readZine),
    handler: async ({ params, viewer }, reply) => sendZine(reply, viewer?.id, params.id),
  })

  app.route({
    ...route(publishZine),
    handler: async (request, reply) => {
      const viewer = actingAs(request, request.body.creatorId)
      const { mediaFiles, creatorId: _claimed, ...zine } = request.body
      const pages = givenPages(mediaFiles)
      const id = await db.transaction().execute((tx) => publish(tx, { ...zine, pages, creatorId: viewer.id }))
      return sendZine(reply.code(201), viewer.id, id)
    },
  })

  app.route({
    ...route(deleteZine),
    handler: async (request) => {
      const viewer = actingAs(request, request.body?.userId)
      await db.transaction().execute(async (tx) => {
        if (await removeZine(tx, request.params.id, viewer.id)) return
        throw (await zineExists(tx, request.params.id)) ? notYours() : notFound('zine')
      })
      return { success: true as const }
    },
  })

  app.route({
    ...route(listUserZines),
    handler: async ({ params, query, viewer }, reply) => {
      const after = readCursor(newestPlace, query.cursor)
      const page = { creator: params.id, after }
      const rows = await listZinesOfCreator(pool, viewer?.id ?? null, query.limit, page)
      if (rows.length === 0 && !(await isCreator(db, params.id))) throw notFound('creator')
      return sendJson(reply, pageJson('zines', rows, query.limit))
    },
  })

  async function sendZine(reply: FastifyReply, viewerId: string | undefined, id: string) {
    const zine = await findZine(pool, viewerId ?? null, id)
    if (!zine) throw notFound('zine')
    return sendJson(reply, `{"zine":${zine}}`)
  }
}
