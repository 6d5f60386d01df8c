import type { FastifyReply } from 'fastify'
import type pg from 'pg'
import * as limits from '#contract/limits.ts'
import { paperOfRatio } from '#contract/paper-formats.ts'
import * as publishing from '#contract/publishing.ts'
import * as contract from '#contract/zines.ts'
import { asPublisher } from '#server/auth/sign-ups/may-publish.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { changedElsewhere, forbidden, notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { newestPosition, pageJson, readCursor } from '#server/http/list-page.ts'
import { route, sendJson } from '#server/http/route.ts'
import { requireSelf } from '#server/http/viewer.ts'
import { zineExclusionsJson } from '#server/lists/reader-exclusions.ts'
import { listNewestZines } from '#server/lists/site-lists.ts'
import { deleteZine, isZineVisible } from './delete-zine.queries.ts'
import { publishZine } from './publish-zine.ts'
import { updateZine } from './update-zine.ts'
import { isCreatorVisible, listUserZines, readZine } from './zines.queries.ts'

type Deps = { config: Config; db: Db; pool: pg.Pool }

export function zineRoutes(app: App, { config, db, pool }: Deps) {
  readingRoutes(app)

  app.route({
    ...route(publishing.publishZine),
    bodyLimit: pagesBodyLimit(limits.zineImages) + captionsBodyBytes,
    handler: async (request, reply) => {
      const viewer = requireSelf(request, request.body.creatorId)
      const { aspectRatio, paper = paperOfRatio(aspectRatio) } = request.body
      const zine = { ...request.body, paper, creatorId: viewer.id }
      const id = await asPublisher({ config, db }, viewer.id, (tx) => publishZine(tx, zine, config))
      return sendZine(reply.code(201), { pool, viewerId: viewer.id, id })
    },
  })

  app.route({
    ...route(publishing.updateZine),
    bodyLimit: pagesBodyLimit(limits.longZinePagesMax) + captionsBodyBytes,
    handler: async (request, reply) => {
      const { id: ownerId } = requireSelf(request, request.body.userId)
      const { id: zineId } = request.params
      const context = { zineId, ownerId, config }
      const outcome = await asPublisher({ config, db }, ownerId, (tx) => updateZine(tx, context, request.body))
      if (outcome === 'absent') throw (await isZineVisible(db, zineId)) ? forbidden() : notFound('zine')
      if (outcome === 'behind') throw await conflictWith(ownerId, zineId)
      return sendZine(reply, { pool, viewerId: ownerId, id: zineId })
    },
  })

  app.route({
    ...route(publishing.deleteZine),
    handler: async (request) => {
      const viewer = requireSelf(request, request.body?.userId)
      await db.transaction().execute(async (tx) => {
        if (await deleteZine(tx, request.params.id, viewer.id)) return
        throw (await isZineVisible(tx, request.params.id)) ? forbidden() : notFound('zine')
      })
      return { success: true as const }
    },
  })

  async function conflictWith(viewerId: string, id: string) {
    const zine = await readZine(pool, viewerId, id)
    if (!zine) return notFound('zine')
    return changedElsewhere('zine', JSON.parse(zine))
  }
}

function readingRoutes(app: App) {
  app.route({
    ...route(contract.listZines),
    handler: async ({ query: { limit, cursor }, viewer, readPool }, reply) => {
      const rows = await listNewestZines(readPool, viewer, { limit, after: readCursor(newestPosition, cursor) })
      return sendJson(reply, pageJson('zines', rows, limit))
    },
  })

  app.route({
    ...route(contract.readZine),
    handler: async ({ params: { id }, viewer, readPool }, reply) => {
      const extraJson = await zineExclusionsJson(readPool, viewer, id)
      return sendZine(reply, { pool: readPool, viewerId: viewer?.id, id, extraJson })
    },
  })

  app.route({
    ...route(contract.listUserZines),
    handler: async ({ params, query, viewer, readPool }, reply) => {
      const after = readCursor(newestPosition, query.cursor)
      const rows = await listUserZines(readPool, viewer, params.id, { limit: query.limit, after })
      if (rows.length === 0 && viewer?.id !== params.id && !(await isCreatorVisible(readPool, params.id)))
        throw notFound('creator')
      return sendJson(reply, pageJson('zines', rows, query.limit))
    },
  })
}

type ResponseInput = { pool: pg.Pool; viewerId: string | undefined; id: string; extraJson?: string }

async function sendZine(reply: FastifyReply, { pool, viewerId, id, extraJson = '' }: ResponseInput) {
  const zine = await readZine(pool, viewerId ?? null, id)
  if (!zine) throw notFound('zine')
  return sendJson(reply, `{"zine":${zine}${extraJson}}`)
}

/** The maximum body of a zine with this many pages. JSON may need six bytes per character. */
const pagesBodyLimit = (pages: number) =>
  6 * (limits.zineTitle + limits.zineDescription + limits.allDetails + pages * pageBytes) +
  limits.zineDrawingBytes +
  2000
/** JSON needs two bytes for a line break. Other characters of captions take as many as they have. */
const captionsBodyBytes = 2 * limits.captionTracks * limits.captionsBytes
const pageBytes =
  limits.altText + limits.transcript + limits.contentNote + limits.fileName + limits.recipeTextBytes / 6 + 700
