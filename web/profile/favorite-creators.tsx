import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { CreatorRack } from '#web/creators/creator-rack.tsx'
import { followedCreatorsQuery, useFollowChanges } from '#web/follows/follow-calls.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { Empty } from '#web/ui/states/empty.tsx'

export function FavoriteCreators({ userId }: { userId: string }) {
  const { t } = useLingui()
  useFollowChanges()
  return (
    <CreatorRack
      list={followedCreatorsQuery(userId)}
      errorTitle={t`Your favorite creators could not be loaded`}
      endMessage={(count) =>
        t`${plural(count, { one: '# creator, and that is everyone', other: '# creators, and that is everyone' })}`
      }
      emptyState={
        <Empty
          spot="kettle"
          title={t`No favorite creators yet`}
          hint={t`Follow creators on their profiles to see them here.`}
        >
          <Link className={buttonClass({})} to="/?tab=creators">{t`Find creators`}</Link>
        </Empty>
      }
    />
  )
}
