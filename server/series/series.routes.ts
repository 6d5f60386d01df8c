import { z } from 'zod'
import * as contract from '#contract/series-issues.ts'
import { notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { pageJson, readCursor } from '#server/http/list-page.ts'
import { route, sendJson } from '#server/http/route.ts'
import { findSeries, listIssues, listSeries } from './series.queries.ts'

/** The position of an issue: its number, which PostgreSQL writes as `Infinity` if there is none, and its id. */
const issuePosition = z.tuple([z.union([z.number().min(0).max(1e9), z.literal('Infinity')]), z.uuid()])

export function seriesRoutes(app: App) {
  app.route({
    ...route(contract.listSeries),
    handler: async ({ params: { id }, readPool }, reply) =>
      sendJson(reply, `{"series":[${(await listSeries(readPool, id)).join(',')}]}`),
  })

  app.route({
    ...route(contract.readSeries),
    handler: async ({ params: { id, slug }, readPool }, reply) => {
      const series = await findSeries(readPool, id, slug)
      if (!series) throw notFound('series')
      return sendJson(reply, `{"series":${series}}`)
    },
  })

  app.route({
    ...route(contract.listIssues),
    handler: async ({ params: { id, slug }, query: { limit, cursor }, viewer, readPool }, reply) => {
      const range = { limit, after: readCursor(issuePosition, cursor) }
      const rows = await listIssues(readPool, viewer, { creator: id, slug }, range)
      if (rows.length === 0 && !(await findSeries(readPool, id, slug))) throw notFound('series')
      return sendJson(reply, pageJson('zines', rows, limit))
    },
  })
}
