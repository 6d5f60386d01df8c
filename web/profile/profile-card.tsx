import { lazy, Suspense } from 'react'
import type { UserProfile } from '#contract/creators.ts'
import { FollowButton } from '#web/follows/follow-button.tsx'
import { lazyOrNothing } from '#web/ui/lazy-or-nothing.ts'
import { Avatar } from '#web/ui/marks/avatar.tsx'
import { counted } from '#web/ui/number.ts'
import { useMounted } from '#web/ui/use-mounted.ts'
import { EditableAbout } from './editable-about.tsx'
import { EditableName } from './editable-name.tsx'
import { PhotoButton } from './photo/photo-button.tsx'
import { ProfileAbout } from './profile-about.tsx'
import { ProfileLinks } from './profile-links.tsx'
import css from './profile-page.module.css'

const OwnerMenu = lazy(async () => ({ default: (await import('./owner-menu.tsx')).OwnerMenu }))

const CreatorVisitorMenu = lazyOrNothing(async () => (await import('./visitor-menu.tsx')).CreatorVisitorMenu)

type ProfileCardProps = {
  user: UserProfile
  /** Its owner has everything to edit and can sign out here. */
  isOwner: boolean
  /** Of the viewer's own, as visitors see it, there is nothing to report. */
  isOwn: boolean
  /** By the viewer. */
  isBlocked: boolean
  onSignOut: () => Promise<void>
}

/** Who a creator is. */
export function ProfileCard({ user, isOwner, isOwn, isBlocked, onSignOut }: ProfileCardProps) {
  const mounted = useMounted()
  return (
    <section className={css.idcard} aria-label="About this creator">
      {isOwner ? <PhotoButton user={user} /> : <Photo user={user} />}
      <div className={css.names}>
        {isOwner ? <EditableName user={user} /> : <h1>{user.name || user.username}</h1>}
        <p className={css.facts}>
          <span className="meta">@{user.username}</span>
          <span className="meta">{counted(user.followerCount, 'follower')}</span>
        </p>
      </div>
      <div className={css.acts}>
        {!isBlocked && <FollowButton creator={user} />}
        {(isOwner || !isOwn) && (
          <div className={css.menu}>
            <Suspense>
              {mounted &&
                (isOwner ? <OwnerMenu onSignOut={onSignOut} /> : <CreatorVisitorMenu user={user} />)}
            </Suspense>
          </div>
        )}
      </div>
      <div className={css.more2}>
        {isOwner ? (
          <EditableAbout user={user} />
        ) : (
          <>
            <ProfileAbout bio={user.bio} />
            <ProfileLinks user={user} />
          </>
        )}
      </div>
    </section>
  )
}

const Photo = ({ user }: { user: UserProfile }) => (
  <div className={css.pic}>
    <Avatar username={user.username} imageUrl={user.profileImageUrl} />
  </div>
)
