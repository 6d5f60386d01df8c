import { ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, type ReactNode, useEffect } from 'react'
import { useParams } from 'react-router'
import type { UserProfile } from '#contract/creators.ts'
import { MembersOnly } from '#web/accounts/members-only.tsx'
import { useAfterSignOut, useSignOut } from '#web/accounts/use-sign-out.ts'
import { openSignIn, useViewer } from '#web/accounts/viewer.ts'
import { useViewerWhileUnsaved } from '#web/accounts/viewer-while-unsaved.ts'
import { userQuery } from '#web/creators/user-calls.ts'
import { readCursor } from '#web/page-data/list-cursor.ts'
import { type PageHandle, usePageData } from '#web/page-data/page-data.tsx'
import { PageHead, usePagePath } from '#web/page-data/page-head.tsx'
import { EmbedLink, StructuredData } from '#web/page-data/structured-data.tsx'
import { hiddenZinesQuery } from '#web/reports/report-calls.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import avatar from '#web/ui/marks/avatar.module.css'
import { Stamp } from '#web/ui/marks/stamp.tsx'
import { LoadFailure } from '#web/ui/states/load-failure.tsx'
import { SectionErrorBoundary } from '#web/ui/states/section-error-boundary.tsx'
import skeleton from '#web/ui/states/skeleton.module.css'
import { SkeletonCards } from '#web/ui/states/skeleton.tsx'
import solo from '#web/ui/states/solo.module.css'
import { OwnerTabs } from './owner-tabs.tsx'
import { profileReads, readProfileTab } from './profile-address.ts'
import { ProfileCard, websitesOf } from './profile-card.tsx'
import css from './profile-page.module.css'
import { VisitorTabs } from './visitor-tabs.tsx'

export const handle: PageHandle = {
  inks: 'sun blue',
  reads: ({ params, search, viewer }) => {
    const id = params.id ?? viewer?.id
    if (!id) return []
    const tab = readProfileTab(search)
    const reads = profileReads(id, viewer, { tab, cursor: readCursor(search) })
    // Otherwise members with only hidden zines would briefly see the empty state.
    return viewer?.id === id && tab === 'zines' ? [...reads, hiddenZinesQuery(id)] : reads
  },
}

export function Page() {
  const { id } = useParams()
  const viewer = useViewer()
  const profileId = id ?? viewer?.id
  if (profileId) return <Profile id={profileId} />
  if (viewer === undefined) return <ProfileLoading />
  return <SignInFirst />
}

function SignInFirst() {
  const { t } = useLingui()
  useEffect(() => {
    // Deferred, because the listener mounts after this component.
    const timer = setTimeout(() => openSignIn({ reason: 'members' }))
    return () => clearTimeout(timer)
  }, [])
  return (
    <MembersOnly
      title={t`Your profile`}
      pageTitle={t`Your profile · Foldout`}
      message={t`Sign in to see your profile and your zines.`}
    />
  )
}

const ProfileLoading = () => {
  const { t } = useLingui()
  return (
    <ProfileMain>
      <title>{t`Profile · Foldout`}</title>
      <ProfileSkeleton />
    </ProfileMain>
  )
}

export function Profile({ id, forVisitors = false }: { id: string; forVisitors?: boolean }) {
  const { t } = useLingui()
  const viewer = useViewerWhileUnsaved()
  const signOut = useSignOut(useAfterSignOut())
  const { data, isError, refetch } = useQuery(userQuery(id))
  if (data === null) return <UserNotFound />
  if (!data && !isError) return <ProfileLoading />
  if (!data) {
    return (
      <ProfileMain>
        <title>{t`Profile · Foldout`}</title>
        <LoadFailure title={t`The profile could not be loaded`} onRetry={() => void refetch()} />
      </ProfileMain>
    )
  }
  const { user, isBlocked = false } = data
  const isOwn = viewer?.id === user.id
  const isOwner = isOwn && !forVisitors
  return (
    <ProfileMain isOwn={isOwner}>
      <ProfileHead user={user} />
      <SectionErrorBoundary key={user.id}>
        <ProfileCard user={user} isOwner={isOwner} isOwn={isOwn} isBlocked={isBlocked} onSignOut={signOut} />
      </SectionErrorBoundary>
      {isOwner && viewer.isWaiting && <ApprovalNotice />}
      {isOwner ? <OwnerTabs user={user} /> : <VisitorTabs user={user} isBlocked={isBlocked} />}
    </ProfileMain>
  )
}

const ProfileMain = ({ isOwn, children }: { isOwn?: boolean; children: ReactNode }) => (
  <main id="main" className={`wrap ${css.profile} ${isOwn ? css.own : ''}`}>
    {children}
  </main>
)

function ProfileHead({ user }: { user: UserProfile }) {
  const { t } = useLingui()
  const { publicUrl } = usePageData().site
  return (
    <>
      <PageHead
        title={`${user.username} · Foldout`}
        description={user.bio ?? t`${ph({ username: user.username })} makes zines and shows them on Foldout.`}
        path={`/profile/${user.id}`}
        type="profile"
        image={
          user.profileImageUrl
            ? { path: user.profileImageUrl, alt: t`Profile photo of ${ph({ username: user.username })}` }
            : undefined
        }
      />
      <link
        rel="alternate"
        type="application/atom+xml"
        title={t`Zines by ${ph({ username: user.username })}`}
        href={`${publicUrl}/feeds/creators/${user.id}.atom`}
      />
      <EmbedLink path={`/profile/${user.id}`} title={user.username} />
      <StructuredData data={profileData(user, publicUrl)} />
    </>
  )
}

/** Schema.org data. Omits the contact email, which is meant for people and not for crawlers. */
function profileData(user: UserProfile, publicUrl: string) {
  const address = `${publicUrl}/profile/${user.id}`
  const websites = websitesOf(user)
  return {
    '@type': 'ProfilePage',
    url: address,
    mainEntity: {
      '@type': 'Person',
      '@id': address,
      identifier: user.id,
      name: user.name || user.username,
      alternateName: user.username,
      url: address,
      ...(user.bio && { description: user.bio }),
      ...(user.profileImageUrl && { image: new URL(user.profileImageUrl, publicUrl).href }),
      ...(websites.length > 0 && { sameAs: websites }),
      interactionStatistic: interactionCounter('FollowAction', user.followerCount),
      agentInteractionStatistic: interactionCounter('WriteAction', user.zineCount),
    },
  }
}

const interactionCounter = (action: string, count: number) => ({
  '@type': 'InteractionCounter',
  interactionType: `https://schema.org/${action}`,
  userInteractionCount: count,
})

const bar = (width: string, height?: string) => ({ '--w': width, height }) as CSSProperties

const ProfileSkeleton = () => {
  const { t } = useLingui()
  return (
    <>
      <div className={css.idcard} aria-hidden="true" data-skeleton>
        <div className={css.pic}>
          <span className={avatar.avatar} />
        </div>
        <div className={css.names}>
          <span className={skeleton.bar} style={bar('min(14rem, 80%)', '2.5rem')} />
          <span className={skeleton.bar} style={bar('min(9rem, 60%)')} />
        </div>
        <div className={css.about}>
          <span className={skeleton.bar} style={bar('min(26rem, 90%)')} />
          <span className={skeleton.bar} style={bar('min(18rem, 70%)')} />
        </div>
      </div>
      <SkeletonCards loadingText={t`Loading the profile`} />
    </>
  )
}

const UserNotFound = () => {
  const { t } = useLingui()
  return (
    <main id="main" className={solo.solo}>
      <PageHead
        title={t`User not found · Foldout`}
        description={t`The user you're looking for doesn't exist.`}
        path={usePagePath()}
        hidden
      />
      <div>
        <h1>{t`User not found`}</h1>
        <p>{t`The user you're looking for doesn't exist.`}</p>
        <Link className={buttonClass({})} to="/?tab=creators">{t`Browse creators`}</Link>
      </div>
    </main>
  )
}

const ApprovalNotice = () => {
  const { t } = useLingui()
  return (
    <div className={css.approval}>
      <Stamp>{t`Waiting`}</Stamp>
      <p>{t`Your account is waiting for approval. Until then, only you can see this page and you can’t publish. You can already work on projects and drafts.`}</p>
    </div>
  )
}
