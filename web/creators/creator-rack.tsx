import { type ReactNode, useRef } from 'react'
import type { FoundCreators } from '#contract/search.ts'
import { type ListQuery, useList } from '#web/api/queries.ts'
import { counted } from '#web/ui/number.ts'
import { ListEnd } from '#web/ui/states/list-end.tsx'
import { SkeletonCards } from '#web/ui/states/skeleton.tsx'
import { TryAgain } from '#web/ui/states/try-again.tsx'
import { useFocusOnMore } from '#web/ui/states/use-focus-on-more.ts'
import css from './creator-card.module.css'
import { CreatorCard } from './creator-card.tsx'

export type CreatorRackProps = {
  list: ListQuery<FoundCreators> | undefined
  unreached: string
  nobody: ReactNode
  /** What the visible end says under so many. */
  end: (count: number) => string
}

/** A list of creators: its placeholders, its cards with more to load, or the words for there being none. */
export function CreatorRack({ list: query, unreached, nobody, end }: CreatorRackProps) {
  const people = useRef<HTMLDivElement>(null)
  const list = useList(query)
  const creators = list.data?.pages.flatMap((page) => page.creators)
  useFocusOnMore(people, creators?.length)

  if (!creators) {
    if (list.isError)
      return <TryAgain title={unreached} error={list.error} onRetry={() => void list.refetch()} />
    return <SkeletonCards what="creators" people />
  }
  if (creators.length === 0 && !list.hasNextPage) return nobody
  return (
    <div ref={people}>
      <div className={css.people}>
        {creators.map((creator) => (
          <CreatorCard key={creator.id} creator={creator} />
        ))}
      </div>
      <ListEnd key={query?.queryKey[0]} list={list} soFar={`${counted(creators.length, 'creator')} so far`}>
        {end(creators.length)}
      </ListEnd>
    </div>
  )
}
