import type { Creator, UserProfile } from '#contract/creators.ts'
import type { CreatorSearchResult } from '#contract/search.ts'

export const creatorId = '0199a0b2-0000-7000-8000-00000000000b'

export const exampleCreator = (overrides: Partial<Creator>): Creator => ({
  id: creatorId,
  name: null,
  username: 'dustymoths',
  bio: 'Moth trapper with a day job at the post office.',
  profileImageUrl: null,
  zine_count: 5,
  follower_count: 12,
  ...overrides,
})

export const exampleProfile = (overrides: Partial<UserProfile>): UserProfile => ({
  id: creatorId,
  email: null,
  username: 'dustymoths',
  name: null,
  bio: 'Moth trapper with a day job at the post office.',
  websiteUrl: null,
  profileImageUrl: null,
  contactInfo: { email: null, website: null },
  zineCount: 5,
  followerCount: 12,
  hasShelves: false,
  ...overrides,
})

export const creatorsResponse = (creators: Creator[], nextCursor: string | null = null): CreatorSearchResult => ({
  creators,
  nextCursor,
  terms: [],
  correction: null,
})
