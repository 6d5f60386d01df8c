import { msg } from '@lingui/core/runtime-macro'
import type pg from 'pg'
import type { Decision } from '#contract/moderation.ts'
import * as contract from '#contract/moderation.ts'
import { linkExpired } from '#server/auth/account-mail/mail-links.queries.ts'
import type { Config } from '#server/config/config.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/jobs.ts'
import { apiError, notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { newestPosition, pageJson, readCursor } from '#server/http/list-page.ts'
import type { Limits } from '#server/http/rate-limits.ts'
import { route, sendJson } from '#server/http/route.ts'
import { requireSelf, viewerOf } from '#server/http/viewer.ts'
import { type DecisionSelector, findDecision, listDecisions, listHiddenZines, saveReply } from './decisions.queries.ts'

type Deps = { config: Config; db: Db; limits: Limits; pool: pg.Pool }

export function moderationRoutes(app: App, { config, db, limits, pool }: Deps) {
  app.route({
    ...route(contract.listHiddenZines),
    handler: async (request, reply) => {
      const viewer = requireSelf(request, request.params.id)
      const { cursor, limit } = request.query
      const rows = await listHiddenZines(pool, viewer.id, {
        limit,
        after: readCursor(newestPosition, cursor),
      })
      return sendJson(reply, pageJson('zines', rows, limit))
    },
  })

  app.route({
    ...route(contract.listDecisions),
    handler: async (request, reply) => {
      const viewer = requireSelf(request, request.params.id)
      const { cursor, limit } = request.query
      const rows = await listDecisions(pool, viewer.id, { limit, after: readCursor(newestPosition, cursor) })
      return sendJson(reply, pageJson('decisions', rows, limit))
    },
  })

  app.route({
    ...route(contract.replyToDecision),
    handler: async (request) => {
      const selector = { id: request.params.id, memberId: viewerOf(request).id }
      const input = { selector, words: request.body.words }
      const decision = await db.transaction().execute((tx) => replyToDecision(tx, config, input))
      if (!decision) throw notFound('decision')
      return { decision }
    },
  })

  app.route({
    ...route(contract.readDecision),
    handler: async ({ body: { token }, ip }) => {
      await limits.consume('link-address', ip)
      const decision = await findDecision(db, { token })
      if (!decision) throw linkExpired()
      return { decision }
    },
  })

  app.route({
    ...route(contract.replyByLink),
    handler: async ({ body: { token, words }, ip }) => {
      await limits.consume('link-address', ip)
      const input = { selector: { token }, words }
      const decision = await db.transaction().execute((tx) => replyToDecision(tx, config, input))
      if (!decision) throw linkExpired()
      return { decision }
    },
  })
}

/** Stores and mails the only reply. A repeated request gets the same response. Undefined if there is no such decision. */
async function replyToDecision(
  tx: Tx,
  { reportsTo }: Pick<Config, 'reportsTo'>,
  { selector, words }: { selector: DecisionSelector; words: string },
): Promise<Decision | undefined> {
  const decision = await saveReply(tx, selector, words)
  if (decision && reportsTo) await enqueueJob(tx, 'send-reply-email', { decisionId: decision.id })
  if (decision) return decision
  const existing = await findDecision(tx, selector)
  if (existing && existing.reply !== words)
    throw apiError('invalid_request', msg`You have already replied to this decision. You can reply once.`)
  return existing
}
