import { useState } from 'react'
import { isFiltered } from '#contract/filters.ts'
import type { FoundCreators, FoundZines, SearchReading } from '#contract/search.ts'
import type { ZineList } from '#contract/zines.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { useList } from '#web/api/queries.ts'
import { Link } from '#web/ui/controls/link.tsx'
import { grouped } from '#web/ui/number.ts'
import css from './home.module.css'
import { type HomeState, homeLists, homeQuery, writeHomeState } from './home-address.ts'

/** Only search responses say how the query was interpreted. */
type FoundPage = (ZineList | FoundZines | FoundCreators) & Partial<SearchReading>

export function useFound(asked: HomeState) {
  const viewerId = useViewer()?.id
  const [before, setBefore] = useState(asked)
  const query = homeQuery(asked, viewerId)
  const isAwaited = useList<FoundPage>(query).isPending && query !== undefined
  const state = isAwaited && before.tab === asked.tab ? before : asked
  if (writeHomeState(state) !== writeHomeState(before)) setBefore(state)
  const { creators, zines } = homeLists(state, viewerId)
  const list = creators ?? zines
  const { data, isError } = useList<FoundPage>(list)
  const isLate = list?.queryKey[0] !== query?.queryKey[0]
  return { state, creators, zines, list, pages: data?.pages, isError, isLate }
}

export type ShownList = ReturnType<typeof useFound>

/** The count on the open tab. Screen readers announce a search's result once. */
export function TabCount({ state, list, pages, isError }: ShownList) {
  const asked = state.text.trim()
  const correction = pages?.[0]?.correction
  return (
    <p className="meta">
      <span role="status">
        {pages && countedTab(state, pages)}
        <span className="sr">
          {isError && 'This could not be loaded'}
          {asked &&
            pages &&
            ` for ${correction ? `${correction.understood}, because nothing matches ` : ''}${asked}`}
        </span>
      </span>
      {list && !pages && !isError && <span aria-hidden="true">warming up</span>}
    </p>
  )
}

function countedTab({ tab, text, filters }: ShownList['state'], pages: NonNullable<ShownList['pages']>) {
  const count = pages.reduce((sum, page) => sum + ('zines' in page ? page.zines : page.creators).length, 0)
  const noun = tab === 'creators' ? 'creator' : 'zine'
  const more = pages.at(-1)?.nextCursor ? '+' : ''
  const isSearch = text.trim() !== '' || (tab !== 'creators' && isFiltered(filters))
  const words = `${count === 0 && isSearch ? 'No' : grouped(count)}${more} ${noun}${count === 1 && !more ? '' : 's'}`
  if (isSearch) return `${words} found`
  return tab === 'all' && count > 0 ? `${words}, newest first` : words
}

export function CorrectionLine({ state, pages }: ShownList) {
  const correction = pages?.[0]?.correction
  if (!correction) return null
  return (
    <p className={css.correction}>
      Showing results for <strong dir="auto">{correction.understood}</strong>. Search instead for{' '}
      <Link
        dir="auto"
        to={writeHomeState({ ...state, text: correction.literal, cursor: undefined })}
        preventScrollReset
        onClick={() => document.getElementById('search')?.focus({ preventScroll: true })}
      >
        {state.text.trim()}
      </Link>
    </p>
  )
}
