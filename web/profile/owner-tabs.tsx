import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { lazy } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { UserProfile } from '#contract/creators.ts'
import { LayOutButton } from '#web/drafts/create-draft.tsx'
import { FairKitButton } from '#web/fair-kit/fair-kit-button.tsx'
import { withSentences } from '#web/languages/browser-i18n.ts'
import { SkeletonTickets } from '#web/projects/skeleton-tickets.tsx'
import { CreatorSeries } from '#web/series/creator-series.tsx'
import { BrowserOnly } from '#web/ui/browser-only.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { TabLinks, tabId } from '#web/ui/controls/tabs.tsx'
import { lazyOptional } from '#web/ui/lazy-optional.ts'
import { PlusIcon } from '#web/ui/marks/icons.tsx'
import heading from '#web/ui/section.module.css'
import { SectionErrorBoundary, Sections } from '#web/ui/states/section-error-boundary.tsx'
import { SkeletonCards } from '#web/ui/states/skeleton.tsx'
import { openUpload, preloadUpload } from '#web/upload/upload-slot.tsx'
import { CreatorZines } from './creator-zines.tsx'
import { type ProfileTab, profileTabs, readProfileTab, writeProfileTab } from './profile-address.ts'
import css from './profile-page.module.css'

const FavoriteCreators = lazy(async () => ({
  default: (await import('./favorite-creators.tsx')).FavoriteCreators,
}))

const Workspace = lazy(async () => ({
  default: (await withSentences('making', () => import('#web/projects/workspace.tsx'))).Workspace,
}))

const ShelvesTab = lazy(async () => ({
  default: (await import('#web/shelves/shelves-tab.tsx')).ShelvesTab,
}))

const DraftRack = lazyOptional(
  async () => (await withSentences('making', () => import('#web/drafts/draft-rack.tsx'))).DraftRack,
)

const OwnDecisions = lazyOptional(
  async () => (await withSentences('moderation', () => import('#web/reports/own-decisions.tsx'))).OwnDecisions,
)

const labels: Record<ProfileTab, MessageDescriptor> = {
  zines: msg`Your Zines`,
  shelves: msg`Shelves`,
  workspace: msg`Workspace`,
  favorites: msg`Favorite Creators`,
}
const panelId = 'rack'

export function OwnerTabs({ user }: { user: UserProfile }) {
  const { t } = useLingui()
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const tab = readProfileTab(search)
  const tabs = profileTabs.map((name) => ({
    name,
    label: t(labels[name]),
    to: writeProfileTab(pathname, name),
  }))
  return (
    <>
      <TabLinks label={t`Profile`} panelId={panelId} tabs={tabs} open={tab} />
      <section className={css.rack} role="tabpanel" id={panelId} aria-labelledby={tabId(panelId, tab)}>
        <SectionErrorBoundary key={tab}>
          {tab === 'workspace' && <WorkspaceTab userId={user.id} />}
          {tab === 'favorites' && <FavoritesTab userId={user.id} />}
          {tab === 'shelves' && <OwnerShelves userId={user.id} />}
          {tab === 'zines' && <ZinesTab user={user} />}
        </SectionErrorBoundary>
      </section>
    </>
  )
}

function ZinesTab({ user }: { user: UserProfile }) {
  const { t } = useLingui()
  return (
    <>
      <div className={heading.section}>
        <h2>{t(labels.zines)}</h2>
        {user.zineCount > 0 && (
          <div className={css.newZine}>
            <Button onClick={openUpload} onPointerEnter={preloadUpload} onFocus={preloadUpload}>
              <PlusIcon />
              {t`Upload`}
            </Button>
            <LayOutButton />
            <FairKitButton user={user} />
          </div>
        )}
      </div>
      <Sections>
        <BrowserOnly>
          <OwnDecisions userId={user.id} />
        </BrowserOnly>
        <BrowserOnly>
          <DraftRack userId={user.id} />
        </BrowserOnly>
        <CreatorSeries userId={user.id} />
        <CreatorZines user={user} isOwner />
      </Sections>
    </>
  )
}

function OwnerShelves({ userId }: { userId: string }) {
  const { t } = useLingui()
  const fallback = (
    <>
      <Heading tab="shelves" />
      <SkeletonCards loadingText={t`Loading shelves`} />
    </>
  )
  return (
    <BrowserOnly fallback={fallback}>
      <ShelvesTab userId={userId} />
    </BrowserOnly>
  )
}

const FavoritesTab = ({ userId }: { userId: string }) => {
  const { t } = useLingui()
  return (
    <>
      <Heading tab="favorites" />
      <BrowserOnly fallback={<SkeletonCards loadingText={t`Loading creators`} />}>
        <FavoriteCreators userId={userId} />
      </BrowserOnly>
    </>
  )
}

function WorkspaceTab({ userId }: { userId: string }) {
  const fallback = (
    <>
      <Heading tab="workspace" />
      <SkeletonTickets />
    </>
  )
  return (
    <BrowserOnly fallback={fallback}>
      <Workspace userId={userId} />
    </BrowserOnly>
  )
}

function Heading({ tab }: { tab: ProfileTab }) {
  const { t } = useLingui()
  return (
    <div className={heading.section}>
      <h2>{t(labels[tab])}</h2>
    </div>
  )
}
