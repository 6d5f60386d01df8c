import type pg from 'pg'
import { type Filters, writeFilters } from '#contract/filters.ts'
import { feedQuery } from '#contract/interop.ts'
import { pageSize } from '#contract/limits.ts'
import type { Config } from '#server/config/config.ts'
import { searchFeed } from '#server/feeds/atom.ts'
import { listFeedZines } from '#server/feeds/feeds.queries.ts'
import { sendFeed } from '#server/feeds/feeds.routes.ts'
import type { App } from '#server/http/fastify.ts'
import { allowAnyOrigin } from '#server/http/security.ts'
import { searchZines } from '#server/search/search.queries.ts'
import { type CachedGuestSearch, searchTitle } from './cached-search.ts'

type Deps = { config: Config; cachedSearch: CachedGuestSearch }

export function searchFeedRoutes(app: App, { config: { publicUrl }, cachedSearch }: Deps) {
  app.get(
    '/feeds/search.atom',
    {
      schema: { hide: true, querystring: feedQuery },
      onRequest: allowAnyOrigin,
      config: { reads: 'primary first' },
    },
    async (request, reply) => {
      const { search: text, filter, ...filters } = request.query
      const search = { text, popular: filter === 'popular', filters }
      const addresses = addressesOf(search)
      const load = async () => {
        const zines = await listFeedZines(request.readPool, await findZineIds(request.readPool, search))
        return searchFeed(publicUrl, { title: `${searchTitle(search)} on Foldout`, ...addresses }, zines)
      }
      return sendFeed(reply, await cachedSearch(request, addresses.self, load))
    },
  )
}

type Search = { text: string; popular: boolean; filters: Filters }

async function findZineIds(pool: pg.Pool, search: Search) {
  const { rows } = await searchZines(pool, { ...search, reader: null, after: undefined, limit: pageSize })
  return rows.slice(0, pageSize).map(({ position: [, id] }) => id)
}

function addressesOf({ text, popular, filters }: Search) {
  const [feed, page] = [new URLSearchParams(), new URLSearchParams()]
  if (text) feed.set('search', text)
  if (text) page.set('q', text)
  if (popular) feed.set('filter', 'popular')
  if (popular) page.set('tab', 'popular')
  for (const query of [feed, page]) writeFilters(query, filters)
  const addressOf = (path: string, query: URLSearchParams) => (query.size > 0 ? `${path}?${query}` : path)
  return { self: addressOf('/feeds/search.atom', feed), alternate: addressOf('/', page) }
}
