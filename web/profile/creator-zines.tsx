import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { UserProfile } from '#contract/creators.ts'
import { useList } from '#web/api/queries.ts'
import { userZinesQuery } from '#web/creators/user-calls.ts'
import { LayOutButton } from '#web/drafts/lay-out-button.tsx'
import { readCursor, restAddress } from '#web/page/list-rest.ts'
import { hiddenZinesQuery } from '#web/reports/report-calls.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { counted } from '#web/ui/number.ts'
import { Empty } from '#web/ui/states/empty.tsx'
import { ListEnd } from '#web/ui/states/list-end.tsx'
import { SkeletonCards } from '#web/ui/states/skeleton.tsx'
import { TryAgain } from '#web/ui/states/try-again.tsx'
import { useFocusOnMore } from '#web/ui/states/use-focus-on-more.ts'
import { openUpload, preloadUpload } from '#web/upload/upload-slot.tsx'
import { ZineGrid } from '#web/zines/zine-card.tsx'
import { coverOf } from '#web/zines/zine-media.ts'

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

type NoZinesProps = { userId: string; onUpload: () => void; onNear: () => void }

/** To their maker. Some may be hidden, which the part of the page above tells. */
function NoOwnZines({ userId, onUpload, onNear }: NoZinesProps) {
  const hidden = useQuery(hiddenZinesQuery(userId)).data?.zines.length
  const words = hidden
    ? { title: 'No zines on show', hint: noneShown }
    : { title: 'No zines yet', hint: firstZine }
  return (
    <Empty spot="desk" {...words}>
      <Button onClick={onUpload} onPointerEnter={onNear} onFocus={onNear}>
        Upload
      </Button>
      <LayOutButton />
    </Empty>
  )
}

const noneShown = (
  <>
    What you uploaded is not shown to others.
    <br />
    The reason stands above.
  </>
)

const firstZine = (
  <>
    You haven't uploaded any zines yet.
    <br />
    Upload your first zine to get started!
  </>
)

/** To everybody else. */
const NoZines = () => (
  <Empty spot="empty" title="No zines found" hint="This user hasn't uploaded any zines yet." />
)
