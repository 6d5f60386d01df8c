import { z } from 'zod'
import { endpoint, id, idParams } from './endpoint.ts'

export const Creator = z.object({
  id,
  name: z.string().nullable(),
  username: z.string(),
  bio: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  zine_count: z.number().int(),
  follower_count: z.number().int(),
})
export type Creator = z.infer<typeof Creator>

export const UserProfile = z.object({
  id,
  /** Null for everyone but the owner. */
  email: z.string().nullable(),
  username: z.string(),
  name: z.string().nullable(),
  bio: z.string().nullable(),
  websiteUrl: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  contactInfo: z.object({ email: z.string().nullable(), website: z.string().nullable() }),
  zineCount: z.number().int(),
  followerCount: z.number().int(),
  /** Whether the creator has public shelves. */
  hasShelves: z.boolean(),
})
export type UserProfile = z.infer<typeof UserProfile>

export const readUser = endpoint({
  name: 'readUser',
  method: 'GET',
  path: '/api/users/:id',
  tag: 'Creators',
  summary: 'The public profile of a creator; the owner also gets their own email address',
  access: 'anyone',
  reads: 'replica',
  params: idParams,
  response: z.object({
    user: UserProfile,
    /** Present only if the viewer has blocked the creator. */
    isBlocked: z.literal(true).optional(),
  }),
})

/** A data URL of at most 5 MB. The image bytes determine the type, not the URL. */
export const updateProfilePicture = endpoint({
  name: 'updateProfilePicture',
  method: 'PUT',
  changes: 'public',
  path: '/api/users/:id/profile-picture',
  tag: 'Creators',
  summary: 'Set the viewer’s profile photo from a data URL; replaces the current one',
  access: 'member',
  params: idParams,
  body: z.strictObject({ base64Image: z.string('base64Image must be text.') }),
  response: z.object({ profileImageUrl: z.string() }),
})
