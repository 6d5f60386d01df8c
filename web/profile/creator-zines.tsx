import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'react-router'
import type { UserProfile } from '#contract/creators.ts'
import { userZinesQuery } from '#web/creators/user-calls.ts'
import { LayOutButton } from '#web/drafts/create-draft.tsx'
import { addressAfter, readCursor } from '#web/page-data/list-cursor.ts'
import { hiddenZinesQuery } from '#web/reports/report-calls.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Empty } from '#web/ui/states/empty.tsx'
import { openUpload, preloadUpload } from '#web/upload/upload-slot.tsx'
import { ZineRack } from '#web/zines/zines-tab.tsx'

export function CreatorZines({ user, isOwner }: { user: UserProfile; isOwner: boolean }) {
  const { t } = useLingui()
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const cursor = readCursor(search)
  return (
    <ZineRack
      query={userZinesQuery(user.id, cursor)}
      emptyState={isOwner ? <NoOwnZines userId={user.id} /> : <NoZines />}
      soFar={(count) =>
        cursor
          ? t`${count} more of ${plural({ total: user.zineCount }, { one: '# zine', other: '# zines' })}`
          : t`${count} of ${plural({ total: user.zineCount }, { one: '# zine', other: '# zines' })}`
      }
      restAt={(next) => addressAfter(pathname, next)}
      first
    />
  )
}

function NoOwnZines({ userId }: { userId: string }) {
  const { t } = useLingui()
  const hidden = useQuery(hiddenZinesQuery(userId)).data?.zines.length
  const emptyText = hidden
    ? { title: t`No public zines`, hint: allHiddenHint }
    : { title: t`No zines yet`, hint: firstZineHint }
  return (
    <Empty spot="desk" {...emptyText}>
      <Button onClick={openUpload} onPointerEnter={preloadUpload} onFocus={preloadUpload}>{t`Upload`}</Button>
      <LayOutButton />
    </Empty>
  )
}

const allHiddenHint = (
  <>
    <Trans>
      Your uploads are hidden from others.
      <br />
      See the reason above.
    </Trans>
  </>
)

const firstZineHint = (
  <>
    <Trans>
      You haven't uploaded any zines yet.
      <br />
      Upload your first zine to get started!
    </Trans>
  </>
)

const NoZines = () => {
  const { t } = useLingui()
  return <Empty spot="empty" title={t`No zines found`} hint={t`This user hasn't uploaded any zines yet.`} />
}
