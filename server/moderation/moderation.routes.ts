import type pg from 'pg'
import * as contract from '#contract/moderation.ts'
import { linkExpired } from '#server/auth/account-mail/mail-links.queries.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import type { Limits } from '#server/http/limit.ts'
import { newestPlace, pageJson, readCursor } from '#server/http/list-page.ts'
import { route, sendJson } from '#server/http/route.ts'
import { actingAs, viewerOf } from '#server/http/viewer.ts'
import { findDecision, listDecisions, listHiddenZines } from './decisions.queries.ts'
import { replyToDecision } from './reply-to-decision.ts'

type Deps = { config: Config; db: Db; limits: Limits; pool: pg.Pool }

/** What the maker of something that was decided about sees of it, and their one answer. */
export function moderationRoutes(app: App, { config, db, limits, pool }: Deps) {
  app.route({
    ...route(contract.listHiddenZines),
    handler: async (request, reply) => {
      const viewer = actingAs(request, request.params.id)
      const { cursor, limit } = request.query
      const rows = await listHiddenZines(pool, viewer.id, { limit, after: readCursor(newestPlace, cursor) })
      return sendJson(reply, pageJson('zines', rows, limit))
    },
  })

  app.route({
    ...route(contract.listDecisions),
    handler: async (request, reply) => {
      const viewer = actingAs(request, request.params.id)
      const { cursor, limit } = request.query
      const rows = await listDecisions(pool, viewer.id, { limit, after: readCursor(newestPlace, cursor) })
      return sendJson(reply, pageJson('decisions', rows, limit))
    },
  })

  app.route({
    ...route(contract.replyToDecision),
    handler: async (request) => {
      const which = { id: request.params.id, memberId: viewerOf(request).id }
      const said = { which, words: request.body.words }
      const decision = await db.transaction().execute((tx) => replyToDecision(tx, config, said))
      if (!decision) throw notFound('decision')
      return { decision }
    },
  })

  app.route({
    ...route(contract.readDecision),
    handler: async ({ body: { token }, ip }) => {
      await limits.spend('link-address', ip)
      const decision = await findDecision(db, { token })
      if (!decision) throw linkExpired()
      return { decision }
    },
  })

  app.route({
    ...route(contract.replyByLink),
    handler: async ({ body: { token, words }, ip }) => {
      await limits.spend('link-address', ip)
      const said = { which: { token }, words }
      const decision = await db.transaction().execute((tx) => replyToDecision(tx, config, said))
      if (!decision) throw linkExpired()
      return { decision }
    },
  })
}
