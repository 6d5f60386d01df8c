import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type Filters, isFiltered, parseFilters, writeFilters } from '#contract/filters.ts'
import * as limits from '#contract/limits.ts'
import type * as search from '#contract/search.ts'
import type * as contract from '#contract/zines.ts'
import { call, SearchError } from '#web/api/call.ts'
import { type ListParams, listQuery } from '#web/api/queries.ts'
import { favoriteZinesQuery } from '#web/favorites/favorite-calls.ts'
import { listFollowedZines } from '#web/follows/list-followed-zines.ts'
import { readCursor } from '#web/page-data/list-cursor.ts'

export const homeTabs = ['all', 'creators', 'popular', 'favorites', 'following'] as const
export type HomeTab = (typeof homeTabs)[number]
/** `cursor`: where the list starts, if not at its beginning. Creators have no filters. */
export type HomeState = { tab: HomeTab; text: string; filters: Filters; cursor?: string | undefined }

/** Parses an address like `/?tab=popular&q=moth`. An unknown tab means all zines. */
export function readHomeState(searchParams: URLSearchParams): HomeState {
  const tab = homeTabs.find((name) => name === searchParams.get('tab')) ?? 'all'
  const text = (searchParams.get('q') ?? '').slice(0, limits.searchText).toWellFormed()
  return { tab, text, filters: parseFilters(searchParams), cursor: readCursor(searchParams) }
}

export function writeHomeState({ tab, text, filters, cursor }: HomeState) {
  const searchParams = new URLSearchParams()
  if (tab !== 'all') searchParams.set('tab', tab)
  if (text.trim() !== '') searchParams.set('q', text)
  writeFilters(searchParams, filters)
  if (cursor) searchParams.set('cursor', cursor)
  return searchParams.size === 0 ? '/' : `/?${searchParams}`
}

/** The Creators tab has filters too, because it keeps them for the other tabs. */
export const isSearching = ({ text, filters }: Pick<HomeState, 'text' | 'filters'>) =>
  text.trim() !== '' || isFiltered(filters)

export const homeLists = (state: HomeState, viewerId: string | undefined) =>
  state.tab === 'creators' ? { creators: creatorsQuery(listParamsOf(state)) } : { zines: homeZines(state, viewerId) }

export function homeQuery(state: HomeState, viewerId: string | undefined) {
  const { creators, zines } = homeLists(state, viewerId)
  return creators ?? zines
}

function homeZines(state: HomeState, viewerId: string | undefined) {
  const params = { ...listParamsOf(state), ...state.filters }
  const ownQuery = ownQueries[state.tab]
  if (ownQuery) return viewerId ? ownQuery(viewerId, params) : undefined
  return state.tab === 'popular' ? popularZinesQuery(params) : zinesQuery(params)
}

const followedZinesQuery = (id: string, params: ZineListParams) =>
  listQuery(listFollowedZines, { params: { id }, query: params })

const ownQueries: Partial<Record<HomeTab, typeof favoriteZinesQuery | typeof followedZinesQuery>> = {
  favorites: favoriteZinesQuery,
  following: followedZinesQuery,
}

const listParamsOf = ({ text, cursor }: HomeState) => ({ search: text.trim(), cursor })

const placeholders: Partial<Record<HomeTab, MessageDescriptor>> = {
  creators: msg`Discover creators...`,
  favorites: msg`Search your favorites...`,
  following: msg`Search in Following…`,
}
export const searchPlaceholder = (tab: HomeTab) => placeholders[tab] ?? msg`Discover creators, zines, ideas...`

const listZines = call<typeof contract.listZines>('GET', '/api/zines')
const searchZines = call<typeof search.searchZines>('GET', '/api/search/zines', SearchError)

type ZineListParams = ListParams & Filters

const zinesQuery = (params: ZineListParams = {}) =>
  params.search || isFiltered(params)
    ? listQuery(searchZines, { query: params })
    : listQuery(listZines, { query: { cursor: params.cursor } })

const popularZinesQuery = (params?: ZineListParams) =>
  listQuery(searchZines, { query: { filter: 'popular', ...params } })

const searchCreators = call<typeof search.searchCreators>('GET', '/api/search/users', SearchError)

export const creatorsQuery = (params?: ListParams) => listQuery(searchCreators, { query: params })
