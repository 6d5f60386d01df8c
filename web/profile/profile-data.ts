import type { UserProfile } from '#contract/creators.ts'
import { websitesOf } from './profile-links.tsx'

/** A profile for machines that read pages. The contact email is for people: it is left out. */
export function profileData(user: UserProfile, publicUrl: string) {
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
      interactionStatistic: counted('FollowAction', user.followerCount),
      agentInteractionStatistic: counted('WriteAction', user.zineCount),
    },
  }
}

const counted = (action: string, count: number) => ({
  '@type': 'InteractionCounter',
  interactionType: `https://schema.org/${action}`,
  userInteractionCount: count,
})
