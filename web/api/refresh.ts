import type { QueryClient } from '@tanstack/react-query'

/** Refreshes every cached read whose path starts with one of the prefixes. */
export const refreshPaths = (queries: QueryClient, ...prefixes: string[]) =>
  queries.invalidateQueries({
    predicate: ({ queryKey }) => prefixes.some((prefix) => String(queryKey[0]).startsWith(prefix)),
  })
