import { useQuery } from '@tanstack/react-query'
import type { Viewer } from '#contract/accounts.ts'
import { viewerPath } from '#web/api.ts'

/** The signed-in member; null when nobody is, undefined while that is not known yet. */
export function useViewer(): Viewer | null | undefined {
  const { data } = useQuery<{ user: Viewer | null }>({ queryKey: [viewerPath] })
  return data?.user
}
