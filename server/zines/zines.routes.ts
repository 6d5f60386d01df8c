import type { FastifyReply } from 'fastify'
import type pg from 'pg'
import * as limits from '#contract/limits.ts'
import * as publishing from '#contract/publishing.ts'
import * as contract from '#contract/zines.ts'
import { asPublisher } from '#server/auth/sign-ups/may-publish.ts'
import type { Config } from '#server/config/config.ts'
import { avoidedZineJson } from '#server/db/avoided.ts'
import type { Db } from '#server/db/connection.ts'
import { notFound, notYours, Refusal } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { newestPlace, pageJson, readCursor } from '#server/http/list-page.ts'
import { route, sendJson } from '#server/http/route.ts'
import { actingAs } from '#server/http/viewer.ts'
import { deleteZine, isZineShown } from './delete-zine.queries.ts'
import { publishZine } from './publish-zine.ts'
import { updateZine } from './update-zine.ts'
import { isCreatorShown, listUserZines, listZines, readZine } from './zines.queries.ts'

type Deps = { config: Config; db: Db; pool: pg.Pool }

export function zineRoutes(app: App, { config, db, pool }: Deps) {
  readingRoutes(app)

  app.route({
    ...route(publishing.publishZine),
    bodyLimit: roomForPages(limits.zineImages),
    handler: async (request, reply) => {
      const viewer = actingAs(request, request.body.creatorId)
      const zine = { ...request.body, creatorId: viewer.id }
      const id = await asPublisher({ config, db }, viewer.id, (tx) => publishZine(tx, zine, config))
      return sendZine(reply.code(201), { pool, viewerId: viewer.id, id })
    },
  })

  app.route({
    ...route(publishing.updateZine),
    bodyLimit: roomForPages(limits.longZinePagesMost),
    handler: async (request, reply) => {
      const { id: ownerId } = actingAs(request, request.body.userId)
      const { id: zineId } = request.params
      const which = { zineId, ownerId, config }
      const outcome = await asPublisher({ config, db }, ownerId, (tx) => updateZine(tx, which, request.body))
      if (outcome === 'absent') throw (await isZineShown(db, zineId)) ? notYours() : notFound('zine')
      if (outcome === 'behind') throw await changedElsewhere(ownerId, zineId)
      return sendZine(reply, { pool, viewerId: ownerId, id: zineId })
    },
  })

  app.route({
    ...route(publishing.deleteZine),
    handler: async (request) => {
      const viewer = actingAs(request, request.body?.userId)
      await db.transaction().execute(async (tx) => {
        if (await deleteZine(tx, request.params.id, viewer.id)) return
        throw (await isZineShown(tx, request.params.id)) ? notYours() : notFound('zine')
      })
      return { success: true as const }
    },
  })

  async function changedElsewhere(viewerId: string, id: string) {
    const zine = await readZine(pool, viewerId, id)
    if (!zine) return notFound('zine')
    const sentence = 'This zine was changed somewhere else in the meantime. Nothing was overwritten.'
    return new Refusal('changed_elsewhere', sentence, { zine: JSON.parse(zine) as contract.OpenZine })
  }
}

function readingRoutes(app: App) {
  app.route({
    ...route(contract.listZines),
    handler: async ({ query: { limit, cursor }, viewer, reads }, reply) => {
      const rows = await listZines(reads, viewer, { limit, after: readCursor(newestPlace, cursor) })
      return sendJson(reply, pageJson('zines', rows, limit))
    },
  })

  app.route({
    ...route(contract.readZine),
    handler: async ({ params: { id }, viewer, reads }, reply) => {
      const besides = await avoidedZineJson(reads, viewer, id)
      return sendZine(reply, { pool: reads, viewerId: viewer?.id, id, besides })
    },
  })

  app.route({
    ...route(contract.listUserZines),
    handler: async ({ params, query, viewer, reads }, reply) => {
      const after = readCursor(newestPlace, query.cursor)
      const rows = await listUserZines(reads, viewer, params.id, { limit: query.limit, after })
      if (rows.length === 0 && viewer?.id !== params.id && !(await isCreatorShown(reads, params.id)))
        throw notFound('creator')
      return sendJson(reply, pageJson('zines', rows, query.limit))
    },
  })
}

type Sent = { pool: pg.Pool; viewerId: string | undefined; id: string; besides?: string }

async function sendZine(reply: FastifyReply, { pool, viewerId, id, besides = '' }: Sent) {
  const zine = await readZine(pool, viewerId ?? null, id)
  if (!zine) throw notFound('zine')
  return sendJson(reply, `{"zine":${zine}${besides}}`)
}

/** The maximum body of a zine with this many pages. JSON may need six bytes per character. */
const roomForPages = (pages: number) =>
  6 * (limits.zineTitle + limits.zineDescription + limits.allDetails + pages * roomForPage) + 2000
const roomForPage = limits.altText + limits.transcript + limits.contentNote + limits.fileName + 700
