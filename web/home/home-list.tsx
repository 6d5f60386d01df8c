import type { I18n } from '@lingui/core'
import { ph, plural, t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isFiltered } from '#contract/filters.ts'
import type { BestMatch, CreatorSearchResult, SearchInterpretation, ZineSearchResult } from '#contract/search.ts'
import type { ZineList } from '#contract/zines.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { useList } from '#web/api/queries.ts'
import { Link } from '#web/ui/controls/link.tsx'
import css from './home.module.css'
import { type HomeState, homeLists, homeQuery, isSearching, writeHomeState } from './home-address.ts'

/** Only search responses have best matches, and say how the query was interpreted. */
type ListPage = (ZineList | ZineSearchResult | CreatorSearchResult) &
  Partial<SearchInterpretation> & { bestMatches?: BestMatch[] | undefined }

export function useHomeList(requested: HomeState) {
  const viewerId = useViewer()?.id
  const [previous, setPrevious] = useState(requested)
  const query = homeQuery(requested, viewerId)
  const isLoading = useList<ListPage>(query).isPending && query !== undefined
  const state = isLoading && previous.tab === requested.tab ? previous : requested
  if (writeHomeState(state) !== writeHomeState(previous)) setPrevious(state)
  const { creators, zines } = homeLists(state, viewerId)
  const list = creators ?? zines
  const { data, isError } = useList<ListPage>(list)
  const isStale = list?.queryKey[0] !== query?.queryKey[0]
  return { state, creators, zines, list, pages: data?.pages, isError, isStale }
}

export type HomeList = ReturnType<typeof useHomeList>

/** The count on the open tab. Phones show it only for a search. Screen readers announce a search's result once. */
export function TabCount({ state, list, pages, isError }: HomeList) {
  const { t, i18n } = useLingui()
  const searchText = state.text.trim()
  const correction = pages?.[0]?.correction
  const count = pages && describeCount(state, pages, i18n)
  return (
    <p className="meta" data-shown={(list && isSearching(state)) || undefined}>
      <span role="status">
        {count && searchText ? (
          <SearchCount count={count} searchText={searchText} understood={correction?.understood} />
        ) : (
          count
        )}
        {isError && <span className="sr">{t`This could not be loaded`}</span>}
      </span>
      {list && !pages && !isError && <span aria-hidden="true">{t`warming up`}</span>}
    </p>
  )
}

type SearchCountProps = { count: string; searchText: string; understood: string | undefined }

/** Only screen readers need the text, which others see in the search field. */
const SearchCount = ({ count, searchText, understood }: SearchCountProps) =>
  understood === undefined ? (
    <Trans>
      {count}
      <span className="sr"> for {searchText}</span>
    </Trans>
  ) : (
    <Trans>
      {count}
      <span className="sr">
        {' '}
        for {understood}, because nothing matches {searchText}
      </span>
    </Trans>
  )

function describeCount({ tab, text, filters }: HomeList['state'], pages: NonNullable<HomeList['pages']>, i18n: I18n) {
  const count = pages.reduce((sum, page) => sum + ('zines' in page ? page.zines : page.creators).length, 0)
  const hasMore = Boolean(pages.at(-1)?.nextCursor)
  const isSearch = text.trim() !== '' || (tab !== 'creators' && isFiltered(filters))
  if (tab === 'creators') {
    if (hasMore)
      return isSearch
        ? t(i18n)`${plural(count, { one: '#+ creators found', other: '#+ creators found' })}`
        : t(i18n)`${plural(count, { one: '#+ creators', other: '#+ creators' })}`
    if (!isSearch) return t(i18n)`${plural(count, { one: '# creator', other: '# creators' })}`
    return t(i18n)`${plural(count, { 0: 'No creators found', one: '# creator found', other: '# creators found' })}`
  }
  if (isSearch)
    return hasMore
      ? t(i18n)`${plural(count, { one: '#+ zines found', other: '#+ zines found' })}`
      : t(i18n)`${plural(count, { 0: 'No zines found', one: '# zine found', other: '# zines found' })}`
  if (tab === 'all' && count > 0)
    return hasMore
      ? t(i18n)`${plural(count, { one: '#+ zines, newest first', other: '#+ zines, newest first' })}`
      : t(i18n)`${plural(count, { one: '# zine, newest first', other: '# zines, newest first' })}`
  return hasMore
    ? t(i18n)`${plural(count, { one: '#+ zines', other: '#+ zines' })}`
    : t(i18n)`${plural(count, { one: '# zine', other: '# zines' })}`
}

export function CorrectionLine({ state, pages }: HomeList) {
  const correction = pages?.[0]?.correction
  if (!correction) return null
  return (
    <p className={css.correction}>
      <Trans>
        Showing results for <strong dir="auto">{ph({ understood: correction.understood })}</strong>. Search instead for{' '}
        <Link
          dir="auto"
          to={writeHomeState({ ...state, text: correction.literal, cursor: undefined })}
          preventScrollReset
          onClick={() => document.getElementById('search')?.focus({ preventScroll: true })}
        >
          {ph({ search: state.text.trim() })}
        </Link>
      </Trans>
    </p>
  )
}
