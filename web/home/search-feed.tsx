import { useLingui } from '@lingui/react/macro'
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

/** Feeds of all zines and of this search, and the OPDS catalogue. */
export function FeedLinks({ state }: { state: HomeState }) {
  const { t } = useLingui()
  const feed = searchFeed(state)
  return (
    <>
      <link rel="alternate" type="application/atom+xml" title={t`New zines on Foldout`} href="/feeds/zines.atom" />
      {feed && <link rel="alternate" type="application/atom+xml" title={t`Zines matching this search`} href={feed} />}
      <link rel="alternate" type="application/opds+json" title="Foldout" href="/opds" />
    </>
  )
}
