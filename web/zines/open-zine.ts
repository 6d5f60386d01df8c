import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type * as contract from '#contract/zines.ts'
import type { OpenZine, Zine } from '#contract/zines.ts'
import { call } from '#web/api/call.ts'
import { findQuery } from '#web/api/find-query.ts'
import { type IsIt, isObject, thingWith } from '#web/api/queries.ts'
import { refreshLists } from '#web/api/use-write.ts'
import { patchCached } from '#web/api/writes.ts'

const readZine = call<typeof contract.readZine>('GET', '/api/zines/:id')

export const zineQuery = (id: string) => findQuery(readZine, { params: { id } })

export function useOpenZine(id: string) {
  const queries = useQueryClient()
  const { data, isError, refetch } = useQuery(zineQuery(id))
  const zine: contract.Zine | contract.OpenZine | null | undefined =
    data === undefined
      ? findCached(queries, thingWith<contract.Zine>(id, 'favoriteCount'))
      : (data?.zine ?? null)
  return { zine, isError, retry: () => void refetch() }
}

export const isOpen = (zine: contract.Zine | contract.OpenZine): zine is contract.OpenZine => 'pages' in zine

const findCached = <Thing extends object>(queries: QueryClient, isIt: IsIt<Thing>) =>
  findIn(
    queries.getQueriesData({}).map(([, answer]) => answer),
    isIt,
  )

function findIn<Thing extends object>(value: unknown, isIt: IsIt<Thing>): Thing | undefined {
  if (!isObject(value)) return undefined
  if (isIt(value)) return value
  for (const part of Object.values(value)) {
    const found = findIn(part, isIt)
    if (found) return found
  }
}

/** Shows the server's response wherever the zine appears, then refreshes lists, because searches use its text. */
export function showZine(queries: QueryClient, zine: OpenZine) {
  const { title, description, imageUrl, mediaUrls, pageCount, aspectRatio, cover, contentNote } = zine
  const shown = { title, description, imageUrl, mediaUrls, pageCount, aspectRatio, cover, contentNote }
  patchCached(queries, thingWith<Zine>(zine.id, 'favoriteCount'), () => shown)
  queries.setQueryData(zineQuery(zine.id).queryKey, () => ({ zine }))
  return refreshLists(queries)
}
