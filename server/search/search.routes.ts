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
        viewer: viewer?.id ?? null,
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
    handler: async ({ query }, reply) => {
      const after = readCursor(popularPlace, query.cursor)
      const found = await searchCreators(pool, { text: query.search, after, limit: query.limit })
      return sendJson(reply, foundJson('creators', found, query.limit))
    },
  })
}
