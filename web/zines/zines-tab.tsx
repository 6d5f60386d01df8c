import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useRef } from 'react'
import type { Zine, ZineList } from '#contract/zines.ts'
import { type ListQuery, useList } from '#web/api/queries.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Empty } from '#web/ui/states/empty.tsx'
import { ListEnd, type ListEndProps, useFocusOnMore } from '#web/ui/states/list-end.tsx'
import { LoadFailure } from '#web/ui/states/load-failure.tsx'
import { SkeletonCards } from '#web/ui/states/skeleton.tsx'
import { ZineGrid } from './zine-card.tsx'
import { coverOf } from './zine-media.ts'

type ZineRackProps = {
  query: ListQuery<ZineList> | undefined
  emptyState: ReactNode
  soFar: (count: number) => string
  end?: (count: number) => string
  heading?: ReactNode
  first?: boolean
  /** Shows the zines, if not as one grid. */
  grid?: (zines: Zine[]) => ReactNode
} & Pick<ListEndProps, 'restAt'>

export function ZineRack({ query, emptyState, soFar, end, heading, first, grid, restAt }: ZineRackProps) {
  const { t } = useLingui()
  const rack = useRef<HTMLDivElement>(null)
  const list = useList(query)
  const zines = list.data?.pages.flatMap((page) => page.zines).filter(coverOf)
  useFocusOnMore(rack, zines?.length)
  if (!zines) {
    if (!list.isError) return <SkeletonCards loadingText={t`Loading zines`} />
    const retry = () => void list.refetch()
    return <LoadFailure title={t`The zines could not be loaded`} error={list.error} onRetry={retry} />
  }
  if (zines.length === 0 && !list.hasNextPage) return emptyState
  return (
    <div ref={rack}>
      {heading}
      {grid?.(zines) ?? <ZineGrid zines={zines} first={first} />}
      <ListEnd key={query?.queryKey[0]} list={list} restAt={restAt} soFar={soFar(zines.length)}>
        {end?.(zines.length)}
      </ListEnd>
    </div>
  )
}

export type ZinesTabProps = Pick<ZineRackProps, 'query' | 'restAt' | 'grid'> & {
  isContinuation?: boolean
  onClear?: (() => void) | undefined
  emptyState?: ReactNode
}

export function ZinesTab({ isContinuation, onClear, emptyState, ...list }: ZinesTabProps) {
  const { t } = useLingui()
  const formatSoFar = (count: number) =>
    isContinuation
      ? t`${plural(count, { one: '# more zine so far', other: '# more zines so far' })}`
      : t`${plural(count, { one: '# zine so far', other: '# zines so far' })}`
  const formatEnd = (count: number) =>
    isContinuation
      ? t`${plural(count, { one: 'The bottom of the pile: # more zine', other: 'The bottom of the pile: # more zines' })}`
      : t`${plural(count, { 1: 'One zine, and that is the pile', other: 'The bottom of the pile: # zines' })}`
  return (
    <ZineRack {...list} emptyState={emptyState || <NoZines onClear={onClear} />} soFar={formatSoFar} end={formatEnd} />
  )
}

const NoZines = ({ onClear }: Pick<ZinesTabProps, 'onClear'>) => {
  const { t } = useLingui()
  return (
    <Empty
      spot="empty"
      title={t`No zines found`}
      hint={t`Try adjusting your search or browse different categories to discover amazing zines.`}
    >
      {onClear && <Button look="second" onClick={onClear}>{t`Clear search`}</Button>}
    </Empty>
  )
}
