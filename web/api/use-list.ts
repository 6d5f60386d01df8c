import { useInfiniteQuery } from '@tanstack/react-query'
import { apiGet } from './api.ts'

/** One page of a list as the API answers it, and where the next one begins. */
export type ListPage = { nextCursor: string | null }

/** A list in pages, cached under its path. Without a path nothing is read. */
export function useList<Page extends ListPage>(path: string | undefined) {
  return useInfiniteQuery({
    queryKey: [path ?? ''],
    queryFn: ({ pageParam, signal }) => apiGet<Page>(atCursor(path ?? '', pageParam), signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    // What failed is asked again by whoever sees it, not by the next component that shows it.
    enabled: ({ state }) => path !== undefined && (state.status !== 'error' || state.data !== undefined),
  })
}

const atCursor = (path: string, cursor: string | null) =>
  cursor === null ? path : `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`
