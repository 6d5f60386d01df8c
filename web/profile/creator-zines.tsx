import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'react-router'
import type { UserProfile } from '#contract/creators.ts'
import { userZinesQuery } from '#web/creators/user-calls.ts'
import { LayOutButton } from '#web/drafts/begin-draft.tsx'
import { readCursor, restAddress } from '#web/page/list-rest.ts'
import { hiddenZinesQuery } from '#web/reports/report-calls.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { counted } from '#web/ui/number.ts'
import { Empty } from '#web/ui/states/empty.tsx'
import { openUpload, preloadUpload } from '#web/upload/upload-slot.tsx'
import { ZineRack } from '#web/zines/zines-tab.tsx'

export function CreatorZines({ user, isOwner }: { user: UserProfile; isOwner: boolean }) {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const cursor = readCursor(search)
  return (
    <ZineRack
      query={userZinesQuery(user.id, cursor)}
      nothing={isOwner ? <NoOwnZines userId={user.id} /> : <NoZines />}
      soFar={(count) => `${count}${cursor ? ' more' : ''} of ${counted(user.zineCount, 'zine')}`}
      restAt={(next) => restAddress(pathname, next)}
      first
    />
  )
}

function NoOwnZines({ userId }: { userId: string }) {
  const hidden = useQuery(hiddenZinesQuery(userId)).data?.zines.length
  const words = hidden
    ? { title: 'No zines on show', hint: noneShown }
    : { title: 'No zines yet', hint: firstZine }
  return (
    <Empty spot="desk" {...words}>
      <Button onClick={openUpload} onPointerEnter={preloadUpload} onFocus={preloadUpload}>
        Upload
      </Button>
      <LayOutButton />
    </Empty>
  )
}

const noneShown = (
  <>
    Your uploads are hidden from others.
    <br />
    See the reason above.
  </>
)

const firstZine = (
  <>
    You haven't uploaded any zines yet.
    <br />
    Upload your first zine to get started!
  </>
)

const NoZines = () => (
  <Empty spot="empty" title="No zines found" hint="This user hasn't uploaded any zines yet." />
)
