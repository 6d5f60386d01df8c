import { lazy, Suspense } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { UserProfile } from '#contract/creators.ts'
import { LayOutButton } from '#web/drafts/lay-out-button.tsx'
import { BlankTickets } from '#web/projects/blank-tickets.tsx'
import { CreatorSeries } from '#web/series/creator-series.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { TabLinks, tabId } from '#web/ui/controls/tabs.tsx'
import { PlusIcon } from '#web/ui/marks/icons.tsx'
import heading from '#web/ui/section.module.css'
import { SkeletonCards } from '#web/ui/states/skeleton.tsx'
import { useMounted } from '#web/ui/use-mounted.ts'
import { lazyOrNothing } from '#web/ui/use-part.ts'
import { openUpload, preloadUpload } from '#web/upload/upload-slot.tsx'
import { CreatorZines } from './creator-zines.tsx'
import { type ProfileTab, profileTabs, readProfileTab, writeProfileTab } from './profile-address.ts'
import css from './profile-page.module.css'

const FavoriteCreators = lazy(async () => ({
  default: (await import('./favorite-creators.tsx')).FavoriteCreators,
}))

const Workspace = lazy(async () => ({
  default: (await import('#web/projects/workspace.tsx')).Workspace,
}))

const ShelvesTab = lazy(async () => ({
  default: (await import('#web/shelves/shelves-tab.tsx')).ShelvesTab,
}))

const DraftRack = lazyOrNothing(async () => (await import('#web/drafts/draft-rack.tsx')).DraftRack)

const OwnDecisions = lazyOrNothing(async () => (await import('#web/reports/own-decisions.tsx')).OwnDecisions)

const labels: Record<ProfileTab, string> = {
  zines: 'Your Zines',
  shelves: 'Shelves',
  workspace: 'Workspace',
  favorites: 'Favorite Creators',
}
const panelId = 'rack'

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
        {tab === 'shelves' && <OwnShelves userId={user.id} />}
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
          <div className={css.begin}>
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
      <CreatorSeries userId={user.id} />
      <CreatorZines user={user} isOwner />
    </>
  )
}

/** It says its heading itself, beside the button that begins a shelf. */
function OwnShelves({ userId }: { userId: string }) {
  const mounted = useMounted()
  const waiting = (
    <>
      <Heading tab="shelves" />
      <SkeletonCards what="shelves" />
    </>
  )
  return <Suspense fallback={waiting}>{mounted ? <ShelvesTab userId={userId} /> : waiting}</Suspense>
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
      <BlankTickets />
    </>
  )
  return <Suspense fallback={waiting}>{mounted ? <Workspace userId={userId} /> : waiting}</Suspense>
}

const Heading = ({ tab }: { tab: ProfileTab }) => (
  <div className={heading.section}>
    <h2>{labels[tab]}</h2>
  </div>
)
