import { lazy, Suspense, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { UserProfile } from '#contract/creators.ts'
import { useList } from '#web/api/queries.ts'
import { userZinesQuery } from '#web/creators/user-calls.ts'
import { LayOutButton } from '#web/drafts/lay-out-button.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { TabLinks, tabId } from '#web/ui/controls/tabs.tsx'
import { lazyOrNothing } from '#web/ui/lazy-or-nothing.ts'
import { PlusIcon } from '#web/ui/marks/icons.tsx'
import { counted } from '#web/ui/number.ts'
import heading from '#web/ui/section.module.css'
import { ListEnd } from '#web/ui/states/list-end.tsx'
import { SkeletonCards } from '#web/ui/states/skeleton.tsx'
import { TryAgain } from '#web/ui/states/try-again.tsx'
import { useFocusOnMore } from '#web/ui/states/use-focus-on-more.ts'
import { useMounted } from '#web/ui/use-mounted.ts'
import { openUpload, preloadUpload } from '#web/upload/upload-slot.tsx'
import { ZineGrid } from '#web/zines/zine-card.tsx'
import { coverOf } from '#web/zines/zine-media.ts'
import { BlockedZines } from './blocked-zines.tsx'
import { NoZines } from './no-zines.tsx'
import {
  type ProfileTab,
  profileTabs,
  readProfileCursor,
  readProfileTab,
  writeProfileRest,
  writeProfileTab,
} from './profile-address.ts'
import css from './profile-page.module.css'
import racks from './profile-racks.module.css'

const FavoriteCreators = lazy(async () => ({
  default: (await import('./favorite-creators.tsx')).FavoriteCreators,
}))

const Workspace = lazy(async () => ({
  default: (await import('#web/projects/workspace.tsx')).Workspace,
}))

const DraftRack = lazyOrNothing(async () => (await import('#web/drafts/draft-rack.tsx')).DraftRack)

const OwnDecisions = lazyOrNothing(async () => (await import('#web/reports/own-decisions.tsx')).OwnDecisions)

const labels: Record<ProfileTab, string> = {
  zines: 'Your Zines',
  workspace: 'Workspace',
  favorites: 'Favorite Creators',
}
const panelId = 'rack'

/** What an owner has here; which of it is open stands in the address. */
export function OwnTabs({ user }: { user: UserProfile }) {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const tab = readProfileTab(search)
  const tabs = profileTabs.map((name) => ({
    name,
    label: labels[name],
    to: writeProfileTab(pathname, name),
  }))
  return (
    <>
      <TabLinks label="Profile" panelId={panelId} tabs={tabs} open={tab} />
      <section className={css.rack} role="tabpanel" id={panelId} aria-labelledby={tabId(panelId, tab)}>
        {tab === 'workspace' && <WorkspaceTab userId={user.id} />}
        {tab === 'favorites' && <FavoritesTab userId={user.id} />}
        {tab === 'zines' && <ZinesTab user={user} />}
      </section>
    </>
  )
}

function ZinesTab({ user }: { user: UserProfile }) {
  const mounted = useMounted()
  return (
    <>
      <div className={heading.section}>
        <h2>{labels.zines}</h2>
        {user.zineCount > 0 && (
          <div className={racks.begin}>
            <Button onClick={openUpload} onPointerEnter={preloadUpload} onFocus={preloadUpload}>
              <PlusIcon />
              Upload
            </Button>
            <LayOutButton />
          </div>
        )}
      </div>
      <Suspense>{mounted && <OwnDecisions userId={user.id} />}</Suspense>
      <Suspense>{mounted && <DraftRack userId={user.id} />}</Suspense>
      <CreatorZines user={user} isOwner />
    </>
  )
}

function FavoritesTab({ userId }: { userId: string }) {
  const mounted = useMounted()
  const waiting = <SkeletonCards what="creators" />
  return (
    <>
      <Heading tab="favorites" />
      <Suspense fallback={waiting}>{mounted ? <FavoriteCreators userId={userId} /> : waiting}</Suspense>
    </>
  )
}

/** It says its heading itself, beside the button that begins a project. */
function WorkspaceTab({ userId }: { userId: string }) {
  const mounted = useMounted()
  const waiting = (
    <>
      <Heading tab="workspace" />
      <p className="sr" role="status">
        Loading projects
      </p>
    </>
  )
  return <Suspense fallback={waiting}>{mounted ? <Workspace userId={userId} /> : waiting}</Suspense>
}

const Heading = ({ tab }: { tab: ProfileTab }) => (
  <div className={heading.section}>
    <h2>{labels[tab]}</h2>
  </div>
)

export const VisitedZines = ({ user, isBlocked }: { user: UserProfile; isBlocked: boolean }) => (
  <section className={`${css.rack} ${css.visited}`} aria-labelledby="zines">
    <div className={heading.section}>
      <h2 id="zines">{user.username}'s Zines</h2>
      {user.zineCount > 0 && <p className="meta">{counted(user.zineCount, 'zine')}</p>}
    </div>
    {isBlocked ? <BlockedZines user={user} /> : <CreatorZines user={user} isOwner={false} />}
  </section>
)

function CreatorZines({ user, isOwner }: { user: UserProfile; isOwner: boolean }) {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const cursor = readProfileCursor(search)
  const list = useList(userZinesQuery(user.id, cursor))
  const zines = list.data?.pages.flatMap((page) => page.zines).filter(coverOf)
  const rack = useRef<HTMLDivElement>(null)
  useFocusOnMore(rack, zines?.length)
  if (!zines) {
    if (!list.isError) return <SkeletonCards what="zines" />
    return <TryAgain title="The rack could not be reached" onRetry={() => void list.refetch()} />
  }
  if (zines.length === 0) return <NoZines isOwner={isOwner} onUpload={openUpload} onNear={preloadUpload} />
  return (
    <div ref={rack}>
      <ZineGrid zines={zines} first />
      <ListEnd
        list={list}
        soFar={`${zines.length}${cursor ? ' more' : ''} of ${counted(user.zineCount, 'zine')}`}
        restAt={(next) => writeProfileRest(pathname, next)}
      />
    </div>
  )
}
