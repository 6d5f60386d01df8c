import * as contract from '#contract/search.ts'
import type { App } from '#server/http/fastify.ts'
import { newestPlace, popularPlace, readCursor } from '#server/http/list-page.ts'
import type { PublicChanges } from '#server/http/public-changes.ts'
import { route, sendJson } from '#server/http/route.ts'
import { listSubjects, offeredToSearch } from './filter-choices.queries.ts'
import { foundJson, searchCreators, searchZines } from './search.queries.ts'

export function searchRoutes(app: App, { changes }: { changes: PublicChanges }) {
  const { recentSubjects, filterChoices } = offeredToSearch(changes)

  app.route({
    ...route(contract.searchZines),
    handler: async ({ query, viewer, reads }, reply) => {
      const popular = query.filter === 'popular'
      const found = await searchZines(reads, {
        reader: viewer,
        text: query.search,
        popular,
        filters: query,
        after: readCursor(popular ? popularPlace : newestPlace, query.cursor),
        limit: query.limit,
      })
      return sendJson(reply, foundJson('zines', found, query.limit))
    },
  })

  app.route({
    ...route(contract.searchCreators),
    handler: async ({ query, viewer, reads }, reply) => {
      const after = readCursor(popularPlace, query.cursor)
      const { search, limit } = query
      const found = await searchCreators(reads, { reader: viewer, text: search, after, limit })
      return sendJson(reply, foundJson('creators', found, query.limit))
    },
  })

  app.route({
    ...route(contract.listSubjects),
    handler: async ({ query: { beginning }, reads }) => ({
      subjects: await listSubjects(reads, beginning, recentSubjects),
    }),
  })

  app.route({
    ...route(contract.listFilterChoices),
    handler: ({ reads }) => filterChoices(reads),
  })
}
