import type pg from 'pg'
import { searchCreators as creatorSearch, searchZines as zineSearch } from '#contract/search.ts'
import type { App } from '../app.ts'
import { searchWords } from '../db/search-words.ts'
import { newestPlace, popularPlace, readCursor } from '../http/cursor.ts'
import { sendJson } from '../http/json.ts'
import { pageJson } from '../http/list-page.ts'
import { route } from '../http/route.ts'
import { searchCreators, searchZines } from './search.queries.ts'

export function searchRoutes(app: App, { pool }: { pool: pg.Pool }) {
  app.route({
    ...route(zineSearch),
    handler: async ({ query, viewer }, reply) => {
      const popular = query.filter === 'popular'
      const rows = await searchZines(pool, {
        viewer: viewer?.id ?? null,
        words: searchWords(query.search),
        popular,
        after: readCursor(popular ? popularPlace : newestPlace, query.cursor),
        limit: query.limit,
      })
      return sendJson(reply, pageJson('zines', rows, query.limit))
    },
  })

  app.route({
    ...route(creatorSearch),
    handler: async ({ query }, reply) => {
      const after = readCursor(popularPlace, query.cursor)
      const rows = await searchCreators(pool, { words: searchWords(query.search), after, limit: query.limit })
      return sendJson(reply, pageJson('creators', rows, query.limit))
    },
  })
}
