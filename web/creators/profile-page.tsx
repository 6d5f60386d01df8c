import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { useLocation, useParams, useSearchParams } from 'react-router'
import type { UserProfile } from '#contract/creators.ts'
import type { ZineList } from '#contract/zines.ts'
import { useSignOut } from '#web/accounts/use-viewer-change.ts'
import { apiFind } from '#web/api.ts'
import { useList } from '#web/list.ts'
import { type PageHandle, usePageData } from '#web/page-data.tsx'
import { EmbedLink } from '#web/site/embed-link.tsx'
import { MembersOnly } from '#web/site/members-only.tsx'
import { PageHead } from '#web/site/page-head.tsx'
import { Button } from '#web/ui/button.tsx'
import { PlusIcon } from '#web/ui/icons.tsx'
import { ListEnd } from '#web/ui/list-end.tsx'
import { counted } from '#web/ui/number.ts'
import { SkeletonCards } from '#web/ui/skeleton.tsx'
import { StructuredData } from '#web/ui/structured-data.tsx'
import { TabLinks, tabId } from '#web/ui/tabs.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import { useMounted } from '#web/ui/use-mounted.ts'
import { openUpload } from '#web/upload/open-upload.ts'
import { preloadUpload } from '#web/upload/upload-slot.tsx'
import { useViewer } from '#web/viewer.ts'
import { ZineGrid } from '#web/zines/zine-grid.tsx'
import { coverOf } from '#web/zines/zine-media.ts'
import { NoZines } from './no-zines.tsx'
import {
  type ProfileTab,
  profilePath,
  profileReads,
  profileTabs,
  readProfileTab,
  writeProfileTab,
  zinesPath,
} from './profile-address.ts'
import { ProfileCard } from './profile-card.tsx'
import { profileData } from './profile-data.ts'
import { ProfileSkeleton } from './profile-skeleton.tsx'
import { UserNotFound } from './user-not-found-page.tsx'
import './profile-page.css'

const FavoriteCreators = lazy(async () => ({
  default: (await import('./favorite-creators.tsx')).FavoriteCreators,
}))

export const handle: PageHandle = {
  inks: 'sun blue',
  reads: ({ params, search, viewer }) => {
    const id = params.id ?? viewer?.id
    return id ? profileReads(id, readProfileTab(search), viewer) : []
  },
}

/** A profile; without an id in the address, the viewer's own. */
export function Page() {
  const { id } = useParams()
  const viewer = useViewer()
  const shown = id ?? viewer?.id
  if (shown) return <Profile id={shown} />
  if (viewer === undefined) return <ProfileMain>{<ProfileSkeleton />}</ProfileMain>
  return (
    <MembersOnly
      title="Your profile"
      pageTitle="Your profile · Foldout"
      sentence="Sign in, and this is where your zines and your name stand."
    />
  )
}

type ProfileProps = { id: string; forVisitors?: boolean }

export function Profile({ id, forVisitors = false }: ProfileProps) {
  const viewer = useViewer()
  const signOut = useSignOut()
  const path = profilePath(id)
  const { data, isError, refetch } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => apiFind<{ user: UserProfile }>(path, signal),
  })
  if (data === null) return <UserNotFound />
  if (!data) {
    return (
      <ProfileMain>
        {isError ? (
          <TryAgain title="The profile could not be reached" onRetry={() => void refetch()} />
        ) : (
          <ProfileSkeleton />
        )}
      </ProfileMain>
    )
  }
  const { user } = data
  const isOwner = viewer?.id === user.id && !forVisitors
  return (
    <ProfileMain isOwn={isOwner}>
      <ProfileHead user={user} />
      <ProfileCard key={user.id} user={user} isOwner={isOwner} onSignOut={signOut} />
      {isOwner ? <OwnTabs user={user} /> : <VisitedZines user={user} />}
    </ProfileMain>
  )
}

const ProfileMain = ({ isOwn, children }: { isOwn?: boolean; children: ReactNode }) => (
  <main id="main" className={isOwn ? 'wrap profile own' : 'wrap profile'}>
    {children}
  </main>
)

function ProfileHead({ user }: { user: UserProfile }) {
  const { publicUrl } = usePageData().site
  return (
    <>
      <PageHead
        title={`${user.username} · Foldout`}
        description={user.bio ?? `${user.username} makes zines and shows them on Foldout.`}
        path={`/profile/${user.id}`}
        type="profile"
        image={
          user.profileImageUrl
            ? { path: user.profileImageUrl, alt: `Profile photo of ${user.username}` }
            : undefined
        }
      />
      <link
        rel="alternate"
        type="application/atom+xml"
        title={`Zines by ${user.username}`}
        href={`${publicUrl}/feeds/creators/${user.id}.atom`}
      />
      <EmbedLink path={`/profile/${user.id}`} title={user.username} />
      <StructuredData data={profileData(user, publicUrl)} />
    </>
  )
}

const labels: Record<ProfileTab, string> = { zines: 'Your Zines', favorites: 'Favorite Creators' }
const panelId = 'rack'

/** What an owner has here; which of it is open stands in the address. */
function OwnTabs({ user }: { user: UserProfile }) {
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
      <section className="rack" role="tabpanel" id={panelId} aria-labelledby={tabId(panelId, tab)}>
        <div className="section">
          <h2>{labels[tab]}</h2>
          {tab === 'zines' && user.zineCount > 0 && (
            <Button onClick={openUpload} onPointerEnter={preloadUpload} onFocus={preloadUpload}>
              <PlusIcon />
              Upload
            </Button>
          )}
        </div>
        {tab === 'favorites' ? <FavoritesTab userId={user.id} /> : <CreatorZines user={user} isOwner />}
      </section>
    </>
  )
}

function FavoritesTab({ userId }: { userId: string }) {
  const mounted = useMounted()
  const waiting = <SkeletonCards what="creators" />
  return <Suspense fallback={waiting}>{mounted ? <FavoriteCreators userId={userId} /> : waiting}</Suspense>
}

const VisitedZines = ({ user }: { user: UserProfile }) => (
  <section className="rack visited" aria-labelledby="zines">
    <div className="section">
      <h2 id="zines">{user.username}'s Zines</h2>
      {user.zineCount > 0 && <p className="meta">{counted(user.zineCount, 'zine')}</p>}
    </div>
    <CreatorZines user={user} isOwner={false} />
  </section>
)

function CreatorZines({ user, isOwner }: { user: UserProfile; isOwner: boolean }) {
  const list = useList<ZineList>(zinesPath(user.id))
  const zines = list.data?.pages.flatMap((page) => page.zines).filter(coverOf)
  if (!zines) {
    if (!list.isError) return <SkeletonCards what="zines" />
    return <TryAgain title="The rack could not be reached" onRetry={() => void list.refetch()} />
  }
  if (zines.length === 0) return <NoZines isOwner={isOwner} onUpload={openUpload} onNear={preloadUpload} />
  return (
    <>
      <ZineGrid zines={zines} first />
      {list.hasNextPage && (
        <ListEnd
          soFar={`${zines.length} of ${counted(user.zineCount, 'zine')}`}
          hasMore
          isLoading={list.isFetchingNextPage}
          isFailed={list.isFetchNextPageError}
          onMore={() => void list.fetchNextPage()}
        >
          {null}
        </ListEnd>
      )}
    </>
  )
}
