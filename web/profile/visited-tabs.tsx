import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'react-router'
import type { UserProfile } from '#contract/creators.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { avoid, unblocking } from '#web/blocks/avoiding.ts'
import { CreatorSeries } from '#web/series/creator-series.tsx'
import { shelvesQuery } from '#web/shelves/shelf-calls.ts'
import { countedShelves, ShelfRack } from '#web/shelves/shelf-rack.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { TabLinks, tabId } from '#web/ui/controls/tabs.tsx'
import { counted } from '#web/ui/number.ts'
import heading from '#web/ui/section.module.css'
import { Empty } from '#web/ui/states/empty.tsx'
import { SkeletonCards } from '#web/ui/states/skeleton.tsx'
import { TryAgain } from '#web/ui/states/try-again.tsx'
import { CreatorZines } from './creator-zines.tsx'
import { readVisitedTab, writeProfileTab } from './profile-address.ts'
import css from './profile-page.module.css'

type VisitedProps = { user: UserProfile; isBlocked: boolean }

export function VisitedTabs({ user, isBlocked }: VisitedProps) {
  const [search] = useSearchParams()
  if (isBlocked || !user.hasShelves) return <VisitedZines {...{ user, isBlocked }} />
  const tab = readVisitedTab(search)
  return (
    <>
      <VisitedTabLinks userId={user.id} tab={tab} />
      {tab === 'zines' ? <VisitedZines {...{ user, isBlocked }} isTab /> : <VisitedShelves user={user} />}
    </>
  )
}

function VisitedShelves({ user }: { user: UserProfile }) {
  const { data, isError, refetch } = useQuery(shelvesQuery(user.id))
  // The owner's response includes private shelves, even when the owner previews the visitors' view.
  const shown = data?.shelves.filter(({ visibility }) => visibility === 'public')
  return (
    <section className={css.rack} role="tabpanel" id={panelId} aria-labelledby={tabId(panelId, 'shelves')}>
      <div className={heading.section}>
        <h2>{user.username}'s Shelves</h2>
        {shown && <p className="meta">{countedShelves(shown.length)}</p>}
      </div>
      {shown && <ShelfRack shelves={shown} />}
      {!shown && isError && (
        <TryAgain title="The shelves could not be loaded" onRetry={() => void refetch()} />
      )}
      {!shown && !isError && <SkeletonCards what="shelves" />}
    </section>
  )
}

const panelId = 'shown'

function VisitedTabLinks({ userId, tab }: { userId: string; tab: 'zines' | 'shelves' }) {
  const queries = useQueryClient()
  const { pathname } = useLocation()
  const onNear = () => void queries.prefetchQuery(shelvesQuery(userId))
  const tabs = [
    { name: 'zines', label: 'Zines', to: writeProfileTab(pathname, 'zines') },
    { name: 'shelves', label: 'Shelves', to: writeProfileTab(pathname, 'shelves'), onNear },
  ]
  return <TabLinks label="Profile" panelId={panelId} tabs={tabs} open={tab} />
}

const VisitedZines = ({ user, isBlocked, isTab }: VisitedProps & { isTab?: boolean }) => (
  <section
    className={isTab ? css.rack : `${css.rack} ${css.visited}`}
    aria-labelledby="zines"
    {...(isTab && { role: 'tabpanel', id: panelId, 'aria-labelledby': tabId(panelId, 'zines') })}
  >
    <div className={heading.section}>
      <h2 id="zines">{user.username}'s Zines</h2>
      {user.zineCount > 0 && <p className="meta">{counted(user.zineCount, 'zine')}</p>}
    </div>
    {isBlocked ? (
      <BlockedZines user={user} />
    ) : (
      <>
        <CreatorSeries userId={user.id} />
        <CreatorZines user={user} isOwner={false} />
      </>
    )}
  </section>
)

function BlockedZines({ user }: { user: UserProfile }) {
  const queries = useQueryClient()
  const viewer = useViewer()
  return (
    <Empty spot="empty" title={`You blocked ${user.username}`} hint="You don’t see each other’s zines.">
      {viewer && (
        <Button look="second" onClick={() => avoid(queries, unblocking(viewer.id, user))}>
          Unblock
        </Button>
      )}
    </Empty>
  )
}
