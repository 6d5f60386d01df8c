import type { Viewer } from '#contract/accounts.ts'
import type { Read } from '#web/page/page-data.tsx'
import { followedPath, followReads } from '../follows/follow-changes.ts'

export const profilePath = (id: string) => `/api/users/${encodeURIComponent(id)}`
export const zinesPath = (id: string) => `${profilePath(id)}/zines`

export const profileTabs = ['zines', 'workspace', 'favorites'] as const
export type ProfileTab = (typeof profileTabs)[number]

/** What `?tab=` says on one's own profile; anything unknown means the zines. */
export const readProfileTab = (search: URLSearchParams): ProfileTab =>
  profileTabs.find((name) => name === search.get('tab')) ?? 'zines'

/** A tab of the profile that stands at an address. */
export const writeProfileTab = (address: string, tab: ProfileTab) =>
  tab === 'zines' ? address : `${address}?tab=${tab}`

const ownLists: Partial<Record<ProfileTab, (id: string) => string>> = {
  favorites: followedPath,
  workspace: (id) => `/api/users/${id}/projects?state=active`,
}

/** What a profile reads; only its owner has more than the one list. */
export function profileReads(id: string, tab: ProfileTab, viewer: Viewer | null): Read[] {
  return [
    { path: profilePath(id), kind: 'item' },
    { path: (viewer?.id === id && ownLists[tab]?.(id)) || zinesPath(id), kind: 'list' },
    ...followReads(viewer, id),
  ]
}
