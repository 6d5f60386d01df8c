import * as contract from '#contract/search.ts'
import type { App } from '#server/http/fastify.ts'
import { newestPosition, popularPosition, readCursor } from '#server/http/list-page.ts'
import type { PublicChanges } from '#server/http/public-changes.ts'
import { route, sendJson } from '#server/http/route.ts'
import { findBestMatches } from './best-matches.ts'
import { listSubjects, openFilterChoices } from './filter-choices.queries.ts'
import { filterTermsFor } from './filter-terms.ts'
import { searchCreators, searchPageJson, searchZines } from './search.queries.ts'

export function searchRoutes(app: App, { changes }: { changes: PublicChanges }) {
  const { recentSubjects, filterChoices } = openFilterChoices(changes)

  app.route({
    ...route(contract.searchZines),
    handler: async ({ query, viewer, readPool }, reply) => {
      const popular = query.filter === 'popular'
      const search = { reader: viewer, text: query.search }
      const result = await searchZines(readPool, {
        ...search,
        popular,
        filters: query,
        after: readCursor(popular ? popularPosition : newestPosition, query.cursor),
        limit: query.limit,
      })
      const bestMatches = query.cursor
        ? undefined
        : await findBestMatches(readPool, { ...search, listed: 'zine', filterTerms: filterTermsFor(query) }, result)
      return sendJson(reply, searchPageJson('zines', { ...result, bestMatches }, query.limit))
    },
  })

  app.route({
    ...route(contract.searchCreators),
    handler: async ({ query, viewer, readPool }, reply) => {
      const after = readCursor(popularPosition, query.cursor)
      const { search, limit } = query
      const result = await searchCreators(readPool, { reader: viewer, text: search, after, limit })
      const bestMatches = after
        ? undefined
        : await findBestMatches(readPool, { reader: viewer, text: search, listed: 'creator', filterTerms: [] }, result)
      return sendJson(reply, searchPageJson('creators', { ...result, bestMatches }, limit))
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
