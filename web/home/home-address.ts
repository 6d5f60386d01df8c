import { limits } from '#contract/limits.ts'
import type { Read } from '#web/page/page-data.tsx'

export const homeTabs = ['all', 'creators', 'popular', 'favorites'] as const
export type HomeTab = (typeof homeTabs)[number]
export type HomeState = { tab: HomeTab; text: string }

/** What an address like `/?tab=popular&q=moth` says; anything unknown means all zines. */
export function readHomeState(search: URLSearchParams): HomeState {
  const tab = homeTabs.find((name) => name === search.get('tab')) ?? 'all'
  return { tab, text: (search.get('q') ?? '').slice(0, limits.searchText).toWellFormed() }
}

export function writeHomeState({ tab, text }: HomeState) {
  const search = new URLSearchParams()
  if (tab !== 'all') search.set('tab', tab)
  if (text.trim() !== '') search.set('q', text)
  return search.size === 0 ? '/' : `/?${search}`
}

/** The list that a state shows; none for a guest's favorites. */
export function homeRead({ tab, text }: HomeState, viewerId: string | undefined): Read | undefined {
  const path = listPath(tab, text.trim(), viewerId)
  return path === undefined ? undefined : { path, kind: 'list' }
}

function listPath(tab: HomeTab, search: string, viewerId: string | undefined) {
  if (tab === 'creators') return withQuery('/api/search/users', { search })
  if (tab === 'popular') return withQuery('/api/search/zines', { filter: 'popular', search })
  if (tab === 'favorites') return viewerId && withQuery(`/api/users/${viewerId}/favorites`, { search })
  return search === '' ? '/api/zines' : withQuery('/api/search/zines', { search })
}

function withQuery(path: string, query: Record<string, string>) {
  const given = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''))
  return given.size === 0 ? path : `${path}?${given}`
}

const placeholders: Partial<Record<HomeTab, string>> = {
  creators: 'Discover creators...',
  favorites: 'Search your favorites...',
}
export const searchPlaceholder = (tab: HomeTab) => placeholders[tab] ?? 'Discover creators, zines, ideas...'
