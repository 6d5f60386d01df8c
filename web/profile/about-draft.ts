import type { UserChange } from '#contract/accounts.ts'
import type { UserProfile } from '#contract/creators.ts'

export type AboutDraft = { bio: string; websiteUrl: string; contactEmail: string; contactWebsite: string }
type AboutField = keyof AboutDraft

export const draftOf = ({ bio, websiteUrl, contactInfo }: UserProfile): AboutDraft => ({
  bio: bio ?? '',
  websiteUrl: websiteUrl ?? '',
  contactEmail: contactInfo.email ?? '',
  contactWebsite: contactInfo.website ?? '',
})

/** Only what was changed, so that what was edited elsewhere meanwhile stays; undefined when nothing was. */
export function changeOf(before: AboutDraft, typed: AboutDraft): UserChange | undefined {
  const after = {
    bio: typed.bio.trim(),
    websiteUrl: withScheme(typed.websiteUrl.trim()),
    contactEmail: typed.contactEmail.trim(),
    contactWebsite: withScheme(typed.contactWebsite.trim()),
  }
  const changed = (field: AboutField) => after[field] !== before[field]
  const contactInfo = {
    ...(changed('contactEmail') && { email: after.contactEmail }),
    ...(changed('contactWebsite') && { website: after.contactWebsite }),
  }
  const change = {
    ...(changed('bio') && { bio: after.bio }),
    ...(changed('websiteUrl') && { websiteUrl: after.websiteUrl }),
    ...(Object.keys(contactInfo).length > 0 && { contactInfo }),
  }
  return Object.keys(change).length > 0 ? change : undefined
}

/** People write addresses without the part that browsers hide. */
const withScheme = (address: string) =>
  address === '' || /^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address}`

const fields: Record<string, AboutField> = {
  bio: 'bio',
  websiteUrl: 'websiteUrl',
  'contactInfo.email': 'contactEmail',
  'contactInfo.website': 'contactWebsite',
}

/** The field that the server has something to say about. */
export const fieldAt = (path: string) => fields[path]
