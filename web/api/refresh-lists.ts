import type { QueryClient } from '@tanstack/react-query'
import type * as accounts from '#contract/accounts.ts'
import type * as creators from '#contract/creators.ts'
import type * as projects from '#contract/projects.ts'
import type * as search from '#contract/search.ts'
import type * as zines from '#contract/zines.ts'
import { refreshPaths } from './cached.ts'
import { pathStart } from './call.ts'

/** What a write refreshes: the lists of zines, creators, favorites and projects, and the viewer. */
export const refreshLists = (queries: QueryClient) =>
  refreshPaths(
    queries,
    pathStart<typeof zines.listZines>('/api/zines'),
    pathStart<typeof search.searchZines>('/api/search/zines'),
    pathStart<typeof search.searchCreators>('/api/search/users'),
    pathStart<typeof creators.readUser>('/api/users'),
    pathStart<typeof projects.readProject>('/api/projects'),
    pathStart<typeof accounts.readViewer>('/api/auth/user'),
  )
