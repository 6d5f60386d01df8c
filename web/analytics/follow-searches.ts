import type { Query, QueryClient } from '@tanstack/react-query'
import type * as contract from '#contract/search.ts'
import type { ZineList } from '#contract/zines.ts'
import { pathStart } from '#web/api/call.ts'
import type { SearchWatch, SeenSearch } from './watch-searches.ts'

const creatorsPath = pathStart<typeof contract.searchCreators>('/api/search/users')
const zinesPath = pathStart<typeof contract.searchZines>('/api/search/zines')

/** Has the searches watched that the page shows, as the cache knows them. Answers how to stop. */
export function followSearches(queries: QueryClient, watch: SearchWatch) {
  const cache = queries.getQueryCache()
  const look = () => {
    const shown = cache.findAll({ type: 'active', predicate: (query) => callOf(query).text !== '' })
    const seen = shown.map(seenSearch)
    const last = seen.at(-1)
    if (shown.length === 0 && window.location.pathname !== '/') watch.settle()
    // While another text is being looked for, the one before it was on the way to it.
    else if (last === undefined || seen.includes(undefined)) watch.forget()
    else watch.see(last)
  }
  look()
  return cache.subscribe(look)
}

/** The call that a query's path makes, and what it asks for. */
function callOf({ queryKey: [path] }: Query) {
  const { pathname, searchParams: asked } = new URL(String(path), 'http://api')
  return { pathname, text: asked.get('search') ?? '', filter: asked.get('filter') }
}

function seenSearch(query: Query): SeenSearch | undefined {
  const found = query.state.data as { pages: (contract.FoundCreators | ZineList)[] } | undefined
  const first = found?.pages[0]
  if (!first) return undefined
  const results = ('zines' in first ? first.zines : first.creators).length
  return { tab: tabOf(query), text: callOf(query).text, results, hasMore: first.nextCursor !== null }
}

function tabOf(query: Query) {
  const { pathname, filter } = callOf(query)
  if (pathname === creatorsPath) return 'creators'
  return pathname === zinesPath ? (filter ?? 'all') : 'favorites'
}
