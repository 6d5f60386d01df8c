import { isFiltered, writeFilters } from '#contract/filters.ts'
import type { HomeState } from './home-address.ts'

export function searchFeed({ tab, text, filters }: HomeState) {
  const isOfZines = tab === 'all' || tab === 'popular'
  if (!isOfZines || (text.trim() === '' && !isFiltered(filters))) return undefined
  const query = new URLSearchParams()
  if (text.trim()) query.set('search', text.trim())
  if (tab === 'popular') query.set('filter', 'popular')
  writeFilters(query, filters)
  return `/feeds/search.atom?${query}`
}
