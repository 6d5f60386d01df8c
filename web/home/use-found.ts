import { useRef } from 'react'
import type { FoundCreators, FoundZines, SearchReading } from '#contract/search.ts'
import type { ZineList } from '#contract/zines.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { useList } from '#web/api/use-list.ts'
import { type HomeState, homeRead } from './home-address.ts'

/** Only what was searched says what it was taken for. */
type FoundPage = (ZineList | FoundZines | FoundCreators) & Partial<SearchReading>

/**
 * The list to show, and the state that it belongs to: while the list of a new text is being read, that is still the
 * one before it, and `isLate`.
 */
export function useFound(wanted: HomeState) {
  const viewerId = useViewer()?.id
  const shown = useRef(wanted)
  const wantedPath = homeRead(wanted, viewerId)?.path
  const isAwaited = useList(wantedPath).isPending && wantedPath !== undefined
  if (!isAwaited || shown.current.tab !== wanted.tab) shown.current = wanted
  const path = homeRead(shown.current, viewerId)?.path
  const { data, isError } = useList<FoundPage>(path)
  return { state: shown.current, path, pages: data?.pages, isError, isLate: path !== wantedPath }
}

export type Found = ReturnType<typeof useFound>
