import * as contract from '#contract/search.ts'
import type { App } from '#server/http/fastify.ts'
import { newestPosition, popularPosition, readCursor } from '#server/http/list-page.ts'
import type { PublicChanges } from '#server/http/public-changes.ts'
import { route, sendJson } from '#server/http/route.ts'
import { listSubjects, openFilterChoices } from './filter-choices.queries.ts'
import { isSearch, searchCreators, searchPageJson, searchZines } from './search.queries.ts'

export function searchRoutes(app: App, { changes }: { changes: PublicChanges }) {
  const { recentSubjects, filterChoices } = openFilterChoices(changes)

  app.route({
    ...route(contract.searchZines, { isSlow: isSearch }),
    handler: async ({ query, viewer, readPool }, reply) => {
      const popular = query.filter === 'popular'
      const page = await searchZines(readPool, {
        reader: viewer,
        text: query.search,
        popular,
        filters: query,
        after: readCursor(popular ? popularPosition : newestPosition, query.cursor),
        limit: query.limit,
        withBestMatches: !query.cursor,
      })
      return sendJson(reply, searchPageJson('zines', page, query.limit))
    },
  })

  app.route({
    ...route(contract.searchCreators, { isSlow: isSearch }),
    handler: async ({ query, viewer, readPool }, reply) => {
      const { search, limit, cursor } = query
      const page = await searchCreators(readPool, {
        reader: viewer,
        text: search,
        after: readCursor(popularPosition, cursor),
        limit,
        withBestMatches: !cursor,
      })
      return sendJson(reply, searchPageJson('creators', page, limit))
    },
  })

  app.route({
    ...route(contract.listSubjects),
    handler: async ({ query: { beginning }, readPool }) => ({
      subjects: await listSubjects(readPool, beginning, recentSubjects),
    }),
  })

  app.route({
    ...route(contract.listFilterChoices),
    handler: ({ readPool }) => filterChoices(readPool),
  })
}
