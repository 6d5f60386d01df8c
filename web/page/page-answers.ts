import type { QueryClient } from '@tanstack/react-query'
import type { PageData } from './page-data.tsx'

/** Puts what the server has read into the cache, as if it had been fetched. */
export function remember(queries: QueryClient, answers: PageData['answers']) {
  for (const { path, kind, body } of answers) {
    queries.setQueryData([path], kind === 'list' ? { pages: [body], pageParams: [null] } : body)
  }
}
