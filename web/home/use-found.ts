import { useState } from 'react'
import type { FoundCreators, FoundZines, SearchReading } from '#contract/search.ts'
import type { ZineList } from '#contract/zines.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { useList } from '#web/api/queries.ts'
import { type HomeState, homeLists, homeQuery } from './home-address.ts'

/** Only what was searched says what it was taken for. */
type FoundPage = (ZineList | FoundZines | FoundCreators) & Partial<SearchReading>

/**
 * The list to show, and the state that it belongs to: while the list of a new text is being read, that is still the
 * one before it, and `isLate`.
 */
export function useFound(asked: HomeState) {
  const viewerId = useViewer()?.id
  const [before, setBefore] = useState(asked)
  const query = homeQuery(asked, viewerId)
  const isAwaited = useList<FoundPage>(query).isPending && query !== undefined
  const state = isAwaited && before.tab === asked.tab ? before : asked
  if (state.tab !== before.tab || state.text !== before.text) setBefore(state)
  const { creators, zines } = homeLists(state, viewerId)
  const list = creators ?? zines
  const { data, isError } = useList<FoundPage>(list)
  const isLate = list?.queryKey[0] !== query?.queryKey[0]
  return { state, creators, zines, list, pages: data?.pages, isError, isLate }
}

export type ShownList = ReturnType<typeof useFound>
