import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { OpenZine, Zine } from '#contract/zines.ts'
import { apiFind } from '#web/api/api.ts'
import { findCachedZine } from '../api/cached-zines.ts'

export const zinePath = (id: string) => `/api/zines/${encodeURIComponent(id)}`

/** A zine with its pages; until they are read, what a cached list knows of it. Null when there is none. */
export function useOpenZine(id: string) {
  const queries = useQueryClient()
  const { data, isError, refetch } = useQuery({
    queryKey: [zinePath(id)],
    queryFn: ({ signal }) => apiFind<{ zine: OpenZine }>(zinePath(id), signal),
  })
  const zine: Zine | OpenZine | null | undefined =
    data === undefined ? findCachedZine(queries, id) : (data?.zine ?? null)
  return { zine, isError, retry: () => void refetch() }
}
