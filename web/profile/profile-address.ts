import type { Viewer } from '#contract/accounts.ts'
import { projectsQuery } from '#web/api/project-lists.ts'
import { userQuery, userZinesQuery } from '#web/creators/user-calls.ts'
import { followedQuery, followReads } from '#web/follows/follow-calls.ts'
import type { PageQuery } from '#web/page/page-data.tsx'

export const profileTabs = ['zines', 'workspace', 'favorites'] as const
export type ProfileTab = (typeof profileTabs)[number]

/** What `?tab=` says on one's own profile; anything unknown means the zines. */
export const readProfileTab = (search: URLSearchParams): ProfileTab =>
  profileTabs.find((name) => name === search.get('tab')) ?? 'zines'

/** Where the list begins when it is not at its beginning. */
export const readProfileCursor = (search: URLSearchParams) => search.get('cursor') ?? undefined

/** The rest of the zines after a cursor, of the profile that stands at an address. */
export const writeProfileRest = (address: string, cursor: string) =>
  `${address}?${new URLSearchParams({ cursor })}`

/** A tab of the profile that stands at an address. */
export const writeProfileTab = (address: string, tab: ProfileTab) =>
  tab === 'zines' ? address : `${address}?tab=${tab}`

const ownLists: Partial<Record<ProfileTab, (id: string) => PageQuery>> = {
  favorites: followedQuery,
  workspace: (id) => projectsQuery(id, 'active'),
}

type ProfilePlace = { tab: ProfileTab; cursor?: string | undefined }

/** What a profile reads; only its owner has more than the one list. */
export function profileReads(id: string, viewer: Viewer | null, { tab, cursor }: ProfilePlace): PageQuery[] {
  const own = viewer?.id === id ? ownLists[tab]?.(id) : undefined
  return [userQuery(id), own ?? userZinesQuery(id, cursor), ...followReads(viewer, id)]
}
