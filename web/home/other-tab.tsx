import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { openSignIn, useViewer } from '#web/accounts/viewer.ts'
import { CreatorsTab } from '#web/creators/creator-rack.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Empty } from '#web/ui/states/empty.tsx'
import type { ZinesTabProps } from '#web/zines/zines-tab.tsx'
import { FollowingTab } from './following-tab.tsx'
import type { HomeTab } from './home-address.ts'
import type { HomeList } from './home-list.tsx'

export type OtherTabProps = ZinesTabProps & Pick<HomeList, 'creators'> & { tab: HomeTab }

/** What most visitors do not open first: creators, the Following tab, and what guests see instead of a member's lists. */
export function OtherTab({ tab, creators, ...list }: OtherTabProps) {
  const viewer = useViewer()
  if (creators) return <CreatorsTab list={creators} restAt={list.restAt} onClear={list.onClear} />
  if (viewer === null) return <GuestTab {...texts[tab === 'following' ? 'following' : 'favorites']} />
  return <FollowingTab {...list} />
}

const texts = {
  favorites: {
    title: msg`Sign in to see your favorites`,
    hint: msg`Every zine you favorite waits here until you want it again.`,
    reason: 'favorite',
  },
  following: {
    title: msg`Sign in to see who you follow`,
    hint: msg`Zines by the creators you follow appear here, newest first.`,
    reason: 'follow',
  },
} as const

const GuestTab = ({ title, hint, reason }: (typeof texts)[keyof typeof texts]) => {
  const { t } = useLingui()
  return (
    <Empty spot="key" title={t(title)} hint={t(hint)}>
      <Button onClick={() => openSignIn({ reason })}>{t`Sign In`}</Button>
    </Empty>
  )
}
