import { Globe, Mail } from 'lucide-react'
import type { UserProfile } from '#contract/creators.ts'
import * as limits from '#contract/limits.ts'
import css from './profile-page.module.css'

/** Where else a creator is to be found; a website that is given twice is shown once. */
export function ProfileLinks({ user }: { user: UserProfile }) {
  const websites = websitesOf(user)
  const { email } = user.contactInfo
  if (websites.length === 0 && !email) return null
  return (
    <p className={css.links}>
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

export const websitesOf = ({ websiteUrl, contactInfo }: UserProfile) =>
  [...new Set([websiteUrl, contactInfo.website])].filter((url) => isWebAddress(url))

const isWebAddress = (url: string | null): url is string => /^https?:\/\//i.test(url ?? '')

/** A website as a link says it: without its protocol, shortened to 20 characters and an ellipsis (spec §9). */
export function shownWebsite(url: string) {
  const bare = url.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')
  return bare.length > limits.websiteShown ? `${bare.slice(0, limits.websiteShown)}…` : bare
}
