import { type Filters, isFiltered, readFilters, writeFilters } from '#contract/filters.ts'
import * as limits from '#contract/limits.ts'
import type * as search from '#contract/search.ts'
import type * as contract from '#contract/zines.ts'
import { call } from '#web/api/call.ts'
import { type ListPart, listQuery } from '#web/api/queries.ts'
import { favoriteZinesQuery } from '#web/favorites/favorite-calls.ts'
import { readCursor } from '#web/page/list-rest.ts'

export const homeTabs = ['all', 'creators', 'popular', 'favorites'] as const
export type HomeTab = (typeof homeTabs)[number]
/** `cursor`: where the list starts, if not at its beginning. Creators have no filters. */
export type HomeState = { tab: HomeTab; text: string; filters: Filters; cursor?: string | undefined }

/** Parses an address like `/?tab=popular&q=moth`. An unknown tab means all zines. */
export function readHomeState(search: URLSearchParams): HomeState {
  const tab = homeTabs.find((name) => name === search.get('tab')) ?? 'all'
  const text = (search.get('q') ?? '').slice(0, limits.searchText).toWellFormed()
  return { tab, text, filters: readFilters(search), cursor: readCursor(search) }
}

export function writeHomeState({ tab, text, filters, cursor }: HomeState) {
  const search = new URLSearchParams()
  if (tab !== 'all') search.set('tab', tab)
  if (text.trim() !== '') search.set('q', text)
  writeFilters(search, filters)
  if (cursor) search.set('cursor', cursor)
  return search.size === 0 ? '/' : `/?${search}`
}

export const homeLists = (state: HomeState, viewerId: string | undefined) =>
  state.tab === 'creators'
    ? { creators: creatorsQuery(partOf(state)) }
    : { zines: homeZines(state, viewerId) }

export function homeQuery(state: HomeState, viewerId: string | undefined) {
  const { creators, zines } = homeLists(state, viewerId)
  return creators ?? zines
}

function homeZines(state: HomeState, viewerId: string | undefined) {
  const part = { ...partOf(state), ...state.filters }
  if (state.tab === 'favorites') return viewerId ? favoriteZinesQuery(viewerId, part) : undefined
  return state.tab === 'popular' ? popularZinesQuery(part) : zinesQuery(part)
}

const partOf = ({ text, cursor }: HomeState) => ({ search: text.trim(), cursor })

const placeholders: Partial<Record<HomeTab, string>> = {
  creators: 'Discover creators...',
  favorites: 'Search your favorites...',
}
export const searchPlaceholder = (tab: HomeTab) => placeholders[tab] ?? 'Discover creators, zines, ideas...'

const listZines = call<typeof contract.listZines>('GET', '/api/zines')
const searchZines = call<typeof search.searchZines>('GET', '/api/search/zines')

type ZinePart = ListPart & Filters

const zinesQuery = (part: ZinePart = {}) =>
  part.search || isFiltered(part)
    ? listQuery(searchZines, { query: part })
    : listQuery(listZines, { query: { cursor: part.cursor } })

const popularZinesQuery = (part?: ZinePart) =>
  listQuery(searchZines, { query: { filter: 'popular', ...part } })

const searchCreators = call<typeof search.searchCreators>('GET', '/api/search/users')

export const creatorsQuery = (part?: ListPart) => listQuery(searchCreators, { query: part })
