import { openSignIn, useViewer } from '#web/accounts/viewer.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Empty } from '#web/ui/states/empty.tsx'
import type { ZinesTabProps } from '#web/zines/zines-tab.tsx'
import { FollowingTab } from './following-tab.tsx'

type MemberTabProps = ZinesTabProps & { tab: 'favorites' | 'following' }

/** What most visitors never open: the Following tab, and what guests see in place of a member's own lists. */
export const MemberTab = ({ tab, ...list }: MemberTabProps) =>
  useViewer() === null ? <GuestTab tab={tab} /> : <FollowingTab {...list} />

const texts = {
  favorites: {
    title: 'Sign in to see your favorites',
    hint: 'Every zine you favorite waits here until you want it again.',
    reason: 'favorite',
  },
  following: {
    title: 'Sign in to see who you follow',
    hint: 'Zines by the creators you follow appear here, newest first.',
    reason: 'follow',
  },
} as const

function GuestTab({ tab }: { tab: keyof typeof texts }) {
  const { title, hint, reason } = texts[tab]
  return (
    <Empty spot="key" title={title} hint={hint}>
      <Button onClick={() => openSignIn({ reason })}>Sign In</Button>
    </Empty>
  )
}
