import type pg from 'pg'
import type { Decision } from '#contract/moderation.ts'
import * as contract from '#contract/moderation.ts'
import { linkExpired } from '#server/auth/account-mail/mail-links.queries.ts'
import type { Config } from '#server/config/config.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/jobs.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import type { Limits } from '#server/http/limit.ts'
import { newestPlace, pageJson, readCursor } from '#server/http/list-page.ts'
import { route, sendJson } from '#server/http/route.ts'
import { actingAs, viewerOf } from '#server/http/viewer.ts'
import {
  answerDecision,
  findDecision,
  listDecisions,
  listHiddenZines,
  type Which,
} from './decisions.queries.ts'

type Deps = { config: Config; db: Db; limits: Limits; pool: pg.Pool }

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

/** Stores and mails the only reply. A repeated request gets the same response. Undefined if there is no such decision. */
async function replyToDecision(
  tx: Tx,
  { reportsTo }: Pick<Config, 'reportsTo'>,
  { which, words }: { which: Which; words: string },
): Promise<Decision | undefined> {
  const answered = await answerDecision(tx, which, words)
  if (answered && reportsTo) await enqueueJob(tx, 'send-reply-letter', { decisionId: answered.id })
  if (answered) return answered
  const before = await findDecision(tx, which)
  if (before && before.reply !== words)
    throw refuse('invalid_request', 'You have already replied to this decision. You can reply once.')
  return before
}
