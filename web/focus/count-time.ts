import type { QueryClient } from '@tanstack/react-query'

type Counted = { id: string; totalMinutes: number }
type Cached = { project?: Counted; projects?: Counted[]; pages?: Cached[] } | null | undefined

/** Shows what a project adds up to wherever it is cached, right after the server has said so. */
export function countTime(queries: QueryClient, projectId: string, totalMinutes: number) {
  queries.setQueriesData<Cached>(
    { predicate: ({ state }) => knows(state.data as Cached, projectId) },
    (cached) => patched(cached, { id: projectId, totalMinutes }),
  )
}

function knows(cached: Cached, id: string): boolean {
  if (!cached) return false
  if (Array.isArray(cached.pages)) return cached.pages.some((page) => knows(page, id))
  if (Array.isArray(cached.projects)) return cached.projects.some((project) => project.id === id)
  return cached.project?.id === id
}

function patched(cached: Cached, change: Counted): Cached {
  if (!cached) return cached
  const counted = <Some extends Counted>(project: Some) =>
    project.id === change.id ? { ...project, ...change } : project
  return {
    ...cached,
    ...(cached.project && { project: counted(cached.project) }),
    ...(cached.projects && { projects: cached.projects.map(counted) }),
    ...(cached.pages && { pages: cached.pages.map((page) => patched(page, change)) }),
  }
}
