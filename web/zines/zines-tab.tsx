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

type ZineRackProps = {
  query: ListQuery<ZineList> | undefined
  nothing: ReactNode
  soFar: (count: number) => string
  end?: (count: number) => string
  heading?: ReactNode
  first?: boolean
} & Pick<ListEndProps, 'restAt'>

export function ZineRack({ query, nothing, soFar, end, heading, first, restAt }: ZineRackProps) {
  const rack = useRef<HTMLDivElement>(null)
  const list = useList(query)
  const zines = list.data?.pages.flatMap((page) => page.zines).filter(coverOf)
  useFocusOnMore(rack, zines?.length)
  if (!zines) {
    if (!list.isError) return <SkeletonCards what="zines" />
    const retry = () => void list.refetch()
    return <TryAgain title="The zines could not be loaded" error={list.error} onRetry={retry} />
  }
  if (zines.length === 0 && !list.hasNextPage) return nothing
  return (
    <div ref={rack}>
      {heading}
      <ZineGrid zines={zines} first={first} />
      <ListEnd key={query?.queryKey[0]} {...{ list, restAt }} soFar={soFar(zines.length)}>
        {end?.(zines.length)}
      </ListEnd>
    </div>
  )
}

type ZinesTabProps = Pick<ZineRackProps, 'query' | 'restAt'> & {
  isRest?: boolean
  onClear?: () => void
  nothing?: ReactNode
}

export function ZinesTab({ isRest, onClear, nothing, ...list }: ZinesTabProps) {
  const words = (count: number) => counted(count, isRest ? 'more zine' : 'zine')
  return (
    <ZineRack
      {...list}
      nothing={nothing || <NoZines onClear={onClear} />}
      soFar={(count) => `${words(count)} on the rack`}
      end={(count) =>
        count === 1 && !isRest ? 'One zine, and that is the pile' : `The bottom of the pile: ${words(count)}`
      }
    />
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
