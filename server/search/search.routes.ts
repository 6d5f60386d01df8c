import type pg from 'pg'
import * as contract from '#contract/search.ts'
import type { App } from '#server/http/fastify.ts'
import { newestPlace, popularPlace, readCursor } from '#server/http/list-page.ts'
import { route, sendJson } from '#server/http/route.ts'
import { foundJson, searchCreators, searchZines } from './search.queries.ts'

export function searchRoutes(app: App, { pool }: { pool: pg.Pool }) {
  app.route({
    ...route(contract.searchZines),
    handler: async ({ query, viewer }, reply) => {
      const popular = query.filter === 'popular'
      const found = await searchZines(pool, {
        reader: viewer,
        text: query.search,
        popular,
        after: readCursor(popular ? popularPlace : newestPlace, query.cursor),
        limit: query.limit,
      })
      return sendJson(reply, foundJson('zines', found, query.limit))
    },
  })

  app.route({
    ...route(contract.searchCreators),
    handler: async ({ query, viewer }, reply) => {
      const after = readCursor(popularPlace, query.cursor)
      const { search, limit } = query
      const found = await searchCreators(pool, { reader: viewer, text: search, after, limit })
      return sendJson(reply, foundJson('creators', found, query.limit))
    },
  })
}
