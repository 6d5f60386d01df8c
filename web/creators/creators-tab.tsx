import { useRef } from 'react'
import type { CreatorList } from '#contract/search.ts'
import { useList } from '#web/list.ts'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ListEnd } from '#web/ui/list-end.tsx'
import { counted } from '#web/ui/number.ts'
import { SkeletonCards } from '#web/ui/skeleton.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import { useFocusOnMore } from '#web/ui/use-focus-on-more.ts'
import { CreatorCard } from './creator-card.tsx'

type CreatorsTabProps = { path: string | undefined; onClear?: () => void }

export function CreatorsTab({ path, onClear }: CreatorsTabProps) {
  const people = useRef<HTMLDivElement>(null)
  const list = useList<CreatorList>(path)
  const creators = list.data?.pages.flatMap((page) => page.creators)
  useFocusOnMore(people, creators?.length)

  if (!creators) {
    if (!list.isError) return <SkeletonCards what="creators" />
    return <TryAgain title="The creators could not be reached" onRetry={() => void list.refetch()} />
  }
  if (creators.length === 0) {
    return (
      <Empty spot="empty" title="No creators found" hint="Try adjusting your search terms.">
        {onClear && (
          <Button look="second" onClick={onClear}>
            Clear search
          </Button>
        )}
      </Empty>
    )
  }
  const count = counted(creators.length, 'creator')
  return (
    <div ref={people}>
      <div className="people">
        {creators.map((creator) => (
          <CreatorCard key={creator.id} creator={creator} />
        ))}
      </div>
      <ListEnd
        soFar={`${count} so far`}
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        isFailed={list.isFetchNextPageError}
        onMore={() => void list.fetchNextPage()}
      >
        {count}, all of them awake
      </ListEnd>
    </div>
  )
}
