import type pg from 'pg'
import * as contract from '#contract/blocks.ts'
import { chooseContentNotes } from '#contract/content-notes.ts'
import type { Db } from '#server/db/connection.ts'
import { notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { newestPosition, pageJson, readCursor } from '#server/http/list-page.ts'
import { route, sendJson } from '#server/http/route.ts'
import { requireSelf } from '#server/http/viewer.ts'
import {
  addUnwantedZine,
  blockCreator,
  cannotBlockYourself,
  listBlockedCreators,
  listUnwantedZines,
  removeUnwantedZine,
  chooseContentNotes as saveContentNotesChoice,
  unblockCreator,
} from './blocks.queries.ts'

export function blockRoutes(app: App, { db, pool }: { db: Db; pool: pg.Pool }) {
  app.route({
    ...route(contract.blockCreator),
    handler: async (request) => {
      const { id: memberId } = requireSelf(request, request.params.id)
      const creatorId = request.params.creatorId.toLowerCase()
      if (creatorId === memberId) throw cannotBlockYourself()
      const isDone = await db.transaction().execute((tx) => blockCreator(tx, { memberId, creatorId }))
      if (!isDone) throw notFound('creator')
      return { success: true as const }
    },
  })

  app.route({
    ...route(contract.unblockCreator),
    handler: async (request) => {
      const { id: memberId } = requireSelf(request, request.params.id)
      const { creatorId } = request.params
      await db.transaction().execute((tx) => unblockCreator(tx, { memberId, creatorId }))
      return { success: true as const }
    },
  })

  app.route({
    ...route(contract.listBlockedCreators),
    handler: async (request, reply) => {
      const { id } = requireSelf(request, request.params.id)
      const { limit, cursor } = request.query
      const rows = await listBlockedCreators(pool, id, { limit, after: readCursor(newestPosition, cursor) })
      return sendJson(reply, pageJson('creators', rows, limit))
    },
  })

  app.route({
    ...route(chooseContentNotes),
    handler: async (request) => {
      const { id } = requireSelf(request, request.params.id)
      await db.transaction().execute((tx) => saveContentNotesChoice(tx, id, request.body.choice))
      return { success: true as const }
    },
  })

  unwantedZineRoutes(app, { db, pool })
}

function unwantedZineRoutes(app: App, { db, pool }: { db: Db; pool: pg.Pool }) {
  app.route({
    ...route(contract.addUnwantedZine),
    handler: async (request) => {
      const { id: memberId } = requireSelf(request, request.params.id)
      const { zineId } = request.params
      const isDone = await db.transaction().execute((tx) => addUnwantedZine(tx, { memberId, zineId }))
      if (!isDone) throw notFound('zine')
      return { success: true as const }
    },
  })

  app.route({
    ...route(contract.removeUnwantedZine),
    handler: async (request) => {
      const { id: memberId } = requireSelf(request, request.params.id)
      const { zineId } = request.params
      await db.transaction().execute((tx) => removeUnwantedZine(tx, { memberId, zineId }))
      return { success: true as const }
    },
  })

  app.route({
    ...route(contract.listUnwantedZines),
    handler: async (request, reply) => {
      const { id } = requireSelf(request, request.params.id)
      const { limit, cursor } = request.query
      const rows = await listUnwantedZines(pool, id, { limit, after: readCursor(newestPosition, cursor) })
      return sendJson(reply, pageJson('zines', rows, limit))
    },
  })
}
