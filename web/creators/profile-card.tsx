import { Globe, Mail } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { UserProfile } from '#contract/creators.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { counted } from '#web/ui/number.ts'
import { useMounted } from '#web/ui/use-mounted.ts'
import { useWriting } from '#web/ui/use-writing.ts'
import { FollowButton } from './follow-button.tsx'
import { shownWebsite } from './shown-website.ts'

const OwnerMenu = lazy(async () => ({ default: (await import('./owner-menu.tsx')).OwnerMenu }))

type ProfileCardProps = { user: UserProfile; onSignOut: (() => Promise<void>) | undefined }

/** Who a creator is, as visitors see it; the owner, who can sign out here, has a menu. */
export function ProfileCard({ user, onSignOut }: ProfileCardProps) {
  const writing = useWriting(user.bio ?? '')
  const mounted = useMounted()
  return (
    <section className="idcard">
      <div className="pic">
        <Avatar username={user.username} imageUrl={user.profileImageUrl} />
      </div>
      <div className="names">
        <h1>{user.name || user.username}</h1>
        <p className="facts">
          <span className="meta">@{user.username}</span>
          <span className="meta">{counted(user.followerCount, 'follower')}</span>
        </p>
      </div>
      <div className="acts">
        {onSignOut && <Suspense>{mounted && <OwnerMenu onSignOut={onSignOut} />}</Suspense>}
        <FollowButton creator={user} />
      </div>
      <div className="more2">
        {user.bio && (
          <p className="bio" {...writing}>
            {user.bio}
          </p>
        )}
        <ProfileLinks user={user} />
      </div>
    </section>
  )
}

function ProfileLinks({ user }: { user: UserProfile }) {
  const websites = [...new Set([user.websiteUrl, user.contactInfo.website])].filter((url) =>
    isWebAddress(url),
  )
  const { email } = user.contactInfo
  if (websites.length === 0 && !email) return null
  return (
    <p className="links">
      {websites.map((url) => (
        <a key={url} href={url} rel="nofollow noopener" title={url}>
          <Globe className="ico" aria-hidden="true" />
          {shownWebsite(url)}
        </a>
      ))}
      {email && (
        <a href={`mailto:${email}`}>
          <Mail className="ico" aria-hidden="true" />
          {email}
        </a>
      )}
    </p>
  )
}

const isWebAddress = (url: string | null): url is string => /^https?:\/\//i.test(url ?? '')
