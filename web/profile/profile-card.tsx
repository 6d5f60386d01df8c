import { Plural, useLingui } from '@lingui/react/macro'
import { Globe, Mail } from 'lucide-react'
import { lazy } from 'react'
import type { UserProfile } from '#contract/creators.ts'
import * as limits from '#contract/limits.ts'
import { nameLanguageOf } from '#contract/text-language.ts'
import { FollowButton } from '#web/follows/follow-button.tsx'
import { BrowserOnly } from '#web/ui/browser-only.tsx'
import { Editable, useEditing } from '#web/ui/forms/editable.tsx'
import { lazyOptional } from '#web/ui/lazy-optional.ts'
import { Avatar } from '#web/ui/marks/avatar.tsx'
import { useTextLanguage } from '#web/ui/text-language.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import { PhotoButton } from './photo/photo-button.tsx'
import css from './profile-page.module.css'

const OwnerMenu = lazy(async () => ({ default: (await import('./visitor-menu.tsx')).OwnerMenu }))

const CreatorVisitorMenu = lazyOptional(async () => (await import('./visitor-menu.tsx')).CreatorVisitorMenu)

type ProfileCardProps = {
  user: UserProfile
  /** The owner can edit everything and sign out here. */
  isOwner: boolean
  isOwn: boolean
  isBlocked: boolean
  onSignOut: () => Promise<void>
}

export function ProfileCard({ user, isOwner, isOwn, isBlocked, onSignOut }: ProfileCardProps) {
  const { t } = useLingui()
  return (
    <section className={css.idcard} aria-label={t`About this creator`}>
      {isOwner ? <PhotoButton user={user} /> : <Photo user={user} />}
      <div className={css.names}>
        {isOwner ? <EditableName user={user} /> : <Name user={user} />}
        <p className={css.facts}>
          <bdi className="meta" {...nameLanguageOf(user.username)}>
            @{user.username}
          </bdi>
          <span className="meta">
            <Plural value={{ count: user.followerCount }} one="# follower" other="# followers" />
          </span>
        </p>
      </div>
      <div className={css.actions}>
        {!isBlocked && <FollowButton creator={user} />}
        {(isOwner || !isOwn) && (
          <div className={css.menu}>
            <BrowserOnly>
              {isOwner ? <OwnerMenu onSignOut={onSignOut} /> : <CreatorVisitorMenu user={user} />}
            </BrowserOnly>
          </div>
        )}
      </div>
      <div className={css.about}>
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

function Name({ user, isHidden }: { user: UserProfile; isHidden?: boolean }) {
  const name = user.name || user.username
  return (
    <h1 className={isHidden ? 'sr' : undefined} {...nameLanguageOf(name)}>
      {name}
    </h1>
  )
}

const Photo = ({ user }: { user: UserProfile }) => (
  <div className={css.pic}>
    <Avatar username={user.username} imageUrl={user.profileImageUrl} />
  </div>
)

const loadNameForm = () => import('./edit-name.tsx').then((module) => module.EditName)
const preloadNameForm = () => void loadNameForm().catch(() => undefined)

function EditableName({ user }: { user: UserProfile }) {
  const { t } = useLingui()
  const { isEditing, opener, begin, end } = useEditing()
  const EditName = useLazyComponent(isEditing, loadNameForm, end)
  if (isEditing && EditName) {
    return (
      <>
        <Name user={user} isHidden />
        <EditName user={user} onDone={end} />
      </>
    )
  }
  return (
    <Editable label={t`Edit username`} opener={opener} onEdit={begin} onPreload={preloadNameForm}>
      <Name user={user} />
    </Editable>
  )
}

const loadAboutForm = () => import('./edit-about.tsx').then((module) => module.EditAbout)
const preloadAboutForm = () => void loadAboutForm().catch(() => undefined)

function EditableAbout({ user }: { user: UserProfile }) {
  const { t } = useLingui()
  const { isEditing, opener, begin, end } = useEditing()
  const EditAbout = useLazyComponent(isEditing, loadAboutForm, end)
  if (isEditing && EditAbout) return <EditAbout user={user} onDone={end} />
  return (
    <>
      {user.bio ? (
        <Editable label={t`Edit bio and website`} opener={opener} onEdit={begin} onPreload={preloadAboutForm}>
          <ProfileAbout bio={user.bio} />
        </Editable>
      ) : (
        <button
          type="button"
          className={css.prompt}
          ref={opener}
          onClick={begin}
          onPointerEnter={preloadAboutForm}
          onFocus={preloadAboutForm}
        >{t`Add a bio to tell people about yourself`}</button>
      )}
      <ProfileLinks user={user} />
    </>
  )
}

function ProfileAbout({ bio }: { bio: string | null }) {
  const language = useTextLanguage(bio ?? '')
  if (!bio) return null
  return (
    <p className={css.bio} {...language}>
      {bio}
    </p>
  )
}

function ProfileLinks({ user }: { user: UserProfile }) {
  const { t } = useLingui()
  const websites = websitesOf(user)
  const { email } = user.contactInfo
  if (websites.length === 0 && !email) return null
  return (
    <p className={css.links}>
      {websites.map((url, index) => (
        <a key={url} href={url} rel="nofollow noopener" title={url}>
          <Globe className="ico" aria-hidden="true" />
          {websites.length > 1 && <span>{index === 0 ? t`Website:` : t`Contact website:`}</span>}
          {formatWebsite(url)}
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

/** The website and the contact website, once if both are the same page. */
export function websitesOf({ websiteUrl, contactInfo }: UserProfile) {
  const [first, ...others] = [websiteUrl, contactInfo.website].filter((url) => isWebAddress(url))
  return first === undefined ? [] : [first, ...others.filter((url) => bareWebsite(url) !== bareWebsite(first))]
}

const isWebAddress = (url: string | null): url is string => /^https?:\/\//i.test(url ?? '')

/** Without the scheme, `www.` and a final slash, which rarely lead to different pages. */
function bareWebsite(url: string) {
  const [host = '', ...path] = url
    .replace(/^https?:\/\/(www\.)?/i, '')
    .replace(/\/$/, '')
    .split('/')
  return [host.toLowerCase(), ...path].join('/')
}

/** A website without its scheme, cut to 20 characters and an ellipsis (spec §9). */
export function formatWebsite(url: string) {
  const bare = bareWebsite(url)
  return bare.length > limits.displayedWebsiteLength ? `${bare.slice(0, limits.displayedWebsiteLength)}…` : bare
}
