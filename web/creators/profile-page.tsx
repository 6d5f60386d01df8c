import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { UserProfile } from '#contract/creators.ts'
import type { ZineList } from '#contract/zines.ts'
import { useSignOut } from '#web/accounts/use-viewer-change.ts'
import { apiFind } from '#web/api.ts'
import { useList } from '#web/list.ts'
import type { PageHandle } from '#web/page-data.tsx'
import { MembersOnly } from '#web/site/members-only.tsx'
import { PageHead } from '#web/site/page-head.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ListEnd } from '#web/ui/list-end.tsx'
import { counted } from '#web/ui/number.ts'
import { SkeletonCards } from '#web/ui/skeleton.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import { useViewer } from '#web/viewer.ts'
import { ZineGrid } from '#web/zines/zine-grid.tsx'
import { coverOf } from '#web/zines/zine-media.ts'
import { followReads } from './follow-changes.ts'
import { ProfileCard } from './profile-card.tsx'
import { UserNotFound } from './user-not-found-page.tsx'
import './profile-page.css'

const profilePath = (id: string) => `/api/users/${id}`
const zinesPath = (id: string) => `/api/users/${id}/zines`

export const handle: PageHandle = {
  inks: 'sun blue',
  reads: ({ params, viewer }) => {
    const id = params.id ?? viewer?.id
    if (!id) return []
    return [
      { path: profilePath(id), kind: 'item' },
      { path: zinesPath(id), kind: 'list' },
      ...followReads(viewer, id),
    ]
  },
}

/** A profile; without an id in the address, the viewer's own. */
export function Page() {
  const { id } = useParams()
  const viewer = useViewer()
  const shown = id ?? viewer?.id
  if (shown) return <Profile id={shown} />
  return <ProfileOfNobody isKnown={viewer === null} />
}

const ProfileOfNobody = ({ isKnown }: { isKnown: boolean }) =>
  isKnown ? (
    <MembersOnly
      title="Your profile"
      pageTitle="Your profile · Foldout"
      sentence="Sign in, and this is where your zines and your name stand."
    />
  ) : (
    <main id="main" className="wrap profile">
      <SkeletonCards what="the profile" />
    </main>
  )

function Profile({ id }: { id: string }) {
  const viewer = useViewer()
  const signOut = useSignOut()
  const path = profilePath(id)
  const { data, isError, refetch } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => apiFind<{ user: UserProfile }>(path, signal),
  })
  if (data === null) return <UserNotFound />
  return (
    <main id="main" className="wrap profile">
      {data && (
        <>
          <ProfileHead user={data.user} />
          <ProfileCard user={data.user} onSignOut={viewer?.id === data.user.id ? signOut : undefined} />
          <CreatorZines user={data.user} isOwner={viewer?.id === data.user.id} />
        </>
      )}
      {!data && isError && (
        <TryAgain title="The profile could not be reached" onRetry={() => void refetch()} />
      )}
      {!data && !isError && <SkeletonCards what="the profile" />}
    </main>
  )
}

const ProfileHead = ({ user }: { user: UserProfile }) => (
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
)

function CreatorZines({ user, isOwner }: { user: UserProfile; isOwner: boolean }) {
  const list = useList<ZineList>(zinesPath(user.id))
  const zines = list.data?.pages.flatMap((page) => page.zines).filter(coverOf)
  return (
    <section className="rack" aria-labelledby="zines">
      <div className="section">
        <h2 id="zines">{isOwner ? 'Your Zines' : `${user.username}'s Zines`}</h2>
        <p className="meta">{counted(user.zineCount, 'zine')}</p>
      </div>
      {!zines && list.isError && (
        <TryAgain title="The rack could not be reached" onRetry={() => void list.refetch()} />
      )}
      {!zines && !list.isError && <SkeletonCards what="zines" />}
      {zines?.length === 0 && <NoZines isOwner={isOwner} />}
      {zines && zines.length > 0 && (
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
      )}
    </section>
  )
}

const NoZines = ({ isOwner }: { isOwner: boolean }) =>
  isOwner ? (
    <Empty spot="desk" title="No zines yet" hint="Upload your first zine to get started!" />
  ) : (
    <Empty spot="empty" title="No zines found" hint="This user hasn't uploaded any zines yet." />
  )
