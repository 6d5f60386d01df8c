import { useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { UserProfile } from '#contract/creators.ts'
import { useList } from '#web/api/queries.ts'
import { userZinesQuery } from '#web/creators/user-calls.ts'
import { readCursor, restAddress } from '#web/page/list-rest.ts'
import { counted } from '#web/ui/number.ts'
import { ListEnd } from '#web/ui/states/list-end.tsx'
import { SkeletonCards } from '#web/ui/states/skeleton.tsx'
import { TryAgain } from '#web/ui/states/try-again.tsx'
import { useFocusOnMore } from '#web/ui/states/use-focus-on-more.ts'
import { openUpload, preloadUpload } from '#web/upload/upload-slot.tsx'
import { ZineGrid } from '#web/zines/zine-card.tsx'
import { coverOf } from '#web/zines/zine-media.ts'
import { NoOwnZines, NoZines } from './no-zines.tsx'

/** What a creator has published, the latest first. */
export function CreatorZines({ user, isOwner }: { user: UserProfile; isOwner: boolean }) {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const cursor = readCursor(search)
  const list = useList(userZinesQuery(user.id, cursor))
  const zines = list.data?.pages.flatMap((page) => page.zines).filter(coverOf)
  const rack = useRef<HTMLDivElement>(null)
  useFocusOnMore(rack, zines?.length)
  if (!zines) {
    if (!list.isError) return <SkeletonCards what="zines" />
    return <TryAgain title="The rack could not be reached" onRetry={() => void list.refetch()} />
  }
  if (zines.length === 0) {
    if (!isOwner) return <NoZines />
    return <NoOwnZines userId={user.id} onUpload={openUpload} onNear={preloadUpload} />
  }
  return (
    <div ref={rack}>
      <ZineGrid zines={zines} first />
      <ListEnd
        list={list}
        soFar={`${zines.length}${cursor ? ' more' : ''} of ${counted(user.zineCount, 'zine')}`}
        restAt={(next) => restAddress(pathname, next)}
      />
    </div>
  )
}
