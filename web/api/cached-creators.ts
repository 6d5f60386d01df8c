import type { QueryClient } from '@tanstack/react-query'
import type { Creator, UserProfile } from '#contract/creators.ts'

type Cached = { user?: UserProfile | null; creators?: Creator[]; pages?: Cached[] } | null | undefined

/** Changes how many follow a creator everywhere that is cached. */
export function patchFollowerCount(queries: QueryClient, id: string, next: (count: number) => number) {
  queries.setQueriesData<Cached>({ predicate: (query) => knows(query.state.data as Cached, id) }, (cached) =>
    patched(cached, id, next),
  )
}

function knows(cached: Cached, id: string): boolean {
  if (!cached) return false
  if (Array.isArray(cached.pages)) return cached.pages.some((page) => knows(page, id))
  if (Array.isArray(cached.creators)) return cached.creators.some((creator) => creator.id === id)
  return cached.user?.id === id && cached.user.followerCount !== undefined
}

function patched(cached: Cached, id: string, next: (count: number) => number): Cached {
  if (!cached || !knows(cached, id)) return cached
  const { user, creators, pages } = cached
  return {
    ...cached,
    ...(user && { user: { ...user, followerCount: next(user.followerCount) } }),
    ...(creators && {
      creators: creators.map((creator) =>
        creator.id === id ? { ...creator, follower_count: next(creator.follower_count) } : creator,
      ),
    }),
    ...(pages && { pages: pages.map((page) => patched(page, id, next)) }),
  }
}
