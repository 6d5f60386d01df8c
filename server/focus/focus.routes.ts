import type pg from 'pg'
import * as contract from '#contract/focus-sessions.ts'
import { notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { newestPosition, pageJson, readCursor } from '#server/http/list-page.ts'
import { route, sendJson } from '#server/http/route.ts'
import { requireSelf, viewerOf } from '#server/http/viewer.ts'
import {
  correctFocusSession,
  deleteFocusSession,
  isOwnProject,
  listFocusDays,
  listFocusSessions,
  logFocusSession,
} from './focus.queries.ts'

export function focusRoutes(app: App, { pool }: { pool: pg.Pool }) {
  app.route({
    ...route(contract.logFocusSession),
    handler: async (request, reply) => {
      const viewer = requireSelf(request, request.body.userId)
      const { id, projectId, duration: minutes } = request.body
      const startedAt = resolveStartedAt(request.body.startedAt, minutes, new Date())
      const logged = await logFocusSession(pool, viewer.id, { id, projectId, minutes, startedAt })
      if (!logged) throw notFound('project')
      return sendJson(reply.code(201), logged)
    },
  })

  app.route({
    ...route(contract.listFocusSessions),
    handler: async (request, reply) => {
      const viewer = viewerOf(request)
      const { id: projectId } = request.params
      const { limit, cursor } = request.query
      const after = readCursor(newestPosition, cursor)
      const rows = await listFocusSessions(pool, viewer.id, projectId, { limit, after })
      if (rows.length === 0 && !(await isOwnProject(pool, viewer.id, projectId))) throw notFound('project')
      return sendJson(reply, pageJson('sessions', rows, limit))
    },
  })

  app.route({
    ...route(contract.correctFocusSession),
    handler: async (request, reply) => {
      const viewer = requireSelf(request, request.body.userId)
      const corrected = await correctFocusSession(pool, viewer.id, request.params.id, request.body.duration)
      if (!corrected) throw notFound('session')
      return sendJson(reply, corrected)
    },
  })

  app.route({
    ...route(contract.deleteFocusSession),
    handler: async (request) => {
      const viewer = requireSelf(request, request.body?.userId)
      const totalMinutes = await deleteFocusSession(pool, viewer.id, request.params.id)
      if (totalMinutes === undefined) throw notFound('session')
      return { success: true as const, totalMinutes }
    },
  })

  app.route({
    ...route(contract.listFocusDays),
    handler: async (request) => {
      const viewer = requireSelf(request, request.params.id)
      return listFocusDays(pool, viewer.id, request.query)
    },
  })
}

const minute = 60_000
const year = 366 * 24 * 60 * minute

/** If the start is missing, in the future or over a year ago, the session counts as just ended. */
export function resolveStartedAt(claimed: string | undefined, minutes: number, now: Date) {
  const startedAt = claimed === undefined ? Number.NaN : Date.parse(claimed)
  const isCredible = startedAt <= now.getTime() && startedAt >= now.getTime() - year
  return new Date(isCredible ? startedAt : now.getTime() - minutes * minute)
}
