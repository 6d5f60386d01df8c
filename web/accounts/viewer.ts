import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { Viewer } from '#contract/accounts.ts'
import { viewerPath } from '#web/api/api.ts'

type Answer = { user: Viewer | null }

/** The signed-in member; null when nobody is, undefined while that is not known yet. */
export function useViewer(): Viewer | null | undefined {
  const { data } = useQuery<Answer>({ queryKey: [viewerPath] })
  return data?.user
}

/** The same at this moment, for what happens at a click. */
export const viewerIn = (queries: QueryClient) => queries.getQueryData<Answer>([viewerPath])?.user
