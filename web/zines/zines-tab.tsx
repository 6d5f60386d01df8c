import { type ReactNode, useRef } from 'react'
import type { ZineList } from '#contract/zines.ts'
import { type ListQuery, useList } from '#web/api/queries.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { counted } from '#web/ui/number.ts'
import { Empty } from '#web/ui/states/empty.tsx'
import { ListEnd, type ListEndProps, useFocusOnMore } from '#web/ui/states/list-end.tsx'
import { SkeletonCards } from '#web/ui/states/skeleton.tsx'
import { TryAgain } from '#web/ui/states/try-again.tsx'
import { ZineGrid } from './zine-card.tsx'
import { coverOf } from './zine-media.ts'

type ZinesTabProps = {
  query: ListQuery<ZineList> | undefined
  /** Whether it begins in the middle. */
  isRest?: boolean
  onClear?: () => void
  /** Said in place of the usual words when there is none. */
  nothing?: ReactNode
} & Pick<ListEndProps, 'restAt'>

/** A list of zines: its placeholders, its rack with more to load, or the words for there being none. */
export function ZinesTab({ query, isRest, restAt, onClear, nothing }: ZinesTabProps) {
  const rack = useRef<HTMLDivElement>(null)
  const list = useList(query)
  const zines = list.data?.pages.flatMap((page) => page.zines).filter(coverOf)
  useFocusOnMore(rack, zines?.length)

  if (!zines) {
    return list.isError ? (
      <TryAgain
        title="The rack could not be reached"
        error={list.error}
        onRetry={() => void list.refetch()}
      />
    ) : (
      <SkeletonCards what="zines" />
    )
  }
  if (zines.length === 0 && !list.hasNextPage) return nothing || <NoZines onClear={onClear} />
  const count = counted(zines.length, isRest ? 'more zine' : 'zine')
  return (
    <div ref={rack}>
      <ZineGrid zines={zines} />
      <ListEnd key={query?.queryKey[0]} {...{ list, restAt }} soFar={`${count} on the rack`}>
        {count === '1 zine' ? 'One zine, and that is the pile' : `The bottom of the pile: ${count}`}
      </ListEnd>
    </div>
  )
}

const NoZines = ({ onClear }: Pick<ZinesTabProps, 'onClear'>) => (
  <Empty
    spot="empty"
    title="No zines found"
    hint="Try adjusting your search or browse different categories to discover amazing zines."
  >
    {onClear && (
      <Button look="second" onClick={onClear}>
        Clear search
      </Button>
    )}
  </Empty>
)
