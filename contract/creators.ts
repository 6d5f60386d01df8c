import { z } from 'zod'
import { endpoint, id, idParams } from './endpoint.ts'

/** A creator as cards show one. */
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
  /** Null for everybody but its owner. */
  email: z.string().nullable(),
  username: z.string(),
  name: z.string().nullable(),
  bio: z.string().nullable(),
  websiteUrl: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  contactInfo: z.object({ email: z.string().nullable(), website: z.string().nullable() }),
  zineCount: z.number().int(),
  followerCount: z.number().int(),
  /** Whether everybody finds shelves of theirs. */
  hasShelves: z.boolean(),
})
export type UserProfile = z.infer<typeof UserProfile>

export const readUser = endpoint({
  name: 'readUser',
  method: 'GET',
  path: '/api/users/:id',
  tag: 'Creators',
  summary: 'The public profile of a creator; the owner also sees the own email address',
  access: 'anyone',
  reads: 'replica',
  params: idParams,
  response: z.object({
    user: UserProfile,
    /** Where the viewer has blocked them; else left out. */
    isBlocked: z.literal(true).optional(),
  }),
})

/** As a data URL, type and all; what the bytes are is decided by the bytes. At most 5 MB of them. */
export const updateProfilePicture = endpoint({
  name: 'updateProfilePicture',
  method: 'PUT',
  changes: 'public',
  path: '/api/users/:id/profile-picture',
  tag: 'Creators',
  summary: 'Set the viewer’s profile photo from a data URL; the picture before it is removed',
  access: 'member',
  params: idParams,
  body: z.strictObject({ base64Image: z.string('The picture must be text.') }),
  response: z.object({ profileImageUrl: z.string() }),
})
