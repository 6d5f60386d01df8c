import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { OpenZine, Zine } from '#contract/zines.ts'
import { findCached, thingWith } from '#web/api/cached.ts'
import { zineQuery } from './zine-calls.ts'

/** A zine with its pages; until they are read, what a cached list knows of it. Null when there is none. */
export function useOpenZine(id: string) {
  const queries = useQueryClient()
  const { data, isError, refetch } = useQuery(zineQuery(id))
  const zine: Zine | OpenZine | null | undefined =
    data === undefined ? findCached(queries, thingWith<Zine>(id, 'favoriteCount')) : (data?.zine ?? null)
  return { zine, isError, retry: () => void refetch() }
}
