import type { Viewer } from '#contract/accounts.ts'
import { projectsQuery } from '#web/api/project-lists.ts'
import { userQuery, userZinesQuery } from '#web/creators/user-calls.ts'
import { followedCreatorsQuery, followStatusQueries } from '#web/follows/follow-calls.ts'
import type { PageQuery } from '#web/page-data/page-data.tsx'
import { userSeriesQuery } from '#web/series/series-calls.ts'
import { shelvesQuery } from '#web/shelves/shelf-calls.ts'

export const profileTabs = ['zines', 'shelves', 'workspace', 'favorites'] as const
export type ProfileTab = (typeof profileTabs)[number]

export const readProfileTab = (search: URLSearchParams): ProfileTab =>
  profileTabs.find((name) => name === search.get('tab')) ?? 'zines'

export const readVisitorTab = (search: URLSearchParams) => (readProfileTab(search) === 'shelves' ? 'shelves' : 'zines')

export const writeProfileTab = (address: string, tab: ProfileTab) =>
  tab === 'zines' ? address : `${address}?tab=${tab}`

const ownLists: Partial<Record<ProfileTab, (id: string) => PageQuery>> = {
  favorites: followedCreatorsQuery,
  shelves: shelvesQuery,
  workspace: (id) => projectsQuery(id, 'active'),
}

type ProfileReadOptions = {
  tab: ProfileTab
  cursor?: string | undefined
  forVisitors?: boolean
}

export function profileReads(id: string, viewer: Viewer | null, options: ProfileReadOptions): PageQuery[] {
  const { tab, cursor, forVisitors } = options
  const isOwn = viewer?.id === id && !forVisitors
  const list = isOwn ? ownLists[tab]?.(id) : tab === 'shelves' ? shelvesQuery(id) : undefined
  const lists = list ? [list] : [userZinesQuery(id, cursor), userSeriesQuery(id)]
  return [userQuery(id), ...lists, ...followStatusQueries(viewer, id)]
}
