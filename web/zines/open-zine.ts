import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type * as contract from '#contract/zines.ts'
import type { FullZine, Zine } from '#contract/zines.ts'
import { optionalItemQuery } from '#web/api/find-query.ts'
import { type EntityMatcher, isObject, matchEntity } from '#web/api/queries.ts'
import { refreshLists } from '#web/api/use-write.ts'
import { patchCached } from '#web/api/writes.ts'
import { readZine } from '#web/details/zine-calls.ts'

export const zineQuery = (id: string) => optionalItemQuery(readZine, { params: { id } })

export function useOpenZine(id: string) {
  const queries = useQueryClient()
  const { data, isError, refetch } = useQuery(zineQuery(id))
  const zine: contract.Zine | contract.FullZine | null | undefined =
    data === undefined ? findCached(queries, matchEntity<contract.Zine>(id, 'favoriteCount')) : (data?.zine ?? null)
  return { zine, isError, retry: () => void refetch() }
}

export const isFullZine = (zine: contract.Zine | contract.FullZine): zine is contract.FullZine => 'pages' in zine

const findCached = <Entity extends object>(queries: QueryClient, matches: EntityMatcher<Entity>) =>
  findEntity(
    queries.getQueriesData({}).map(([, data]) => data),
    matches,
  )

function findEntity<Entity extends object>(value: unknown, isIt: EntityMatcher<Entity>): Entity | undefined {
  if (!isObject(value)) return undefined
  if (isIt(value)) return value
  for (const child of Object.values(value)) {
    const match = findEntity(child, isIt)
    if (match) return match
  }
}

/** Shows the server's response wherever the zine appears, then refreshes lists, because searches use its text. */
export function updateCachedZine(queries: QueryClient, zine: FullZine) {
  const { title, description, imageUrl, mediaUrls, pageCount, aspectRatio, paper, cover, contentNote } = zine
  const summary = { title, description, imageUrl, mediaUrls, pageCount, aspectRatio, paper, cover, contentNote }
  patchCached(queries, matchEntity<Zine>(zine.id, 'favoriteCount'), () => summary)
  queries.setQueryData(zineQuery(zine.id).queryKey, () => ({ zine }))
  return refreshLists(queries)
}
