import { z } from 'zod'
import { UserProfile } from './creators.ts'
import { contentNoteChoices } from './detail-choices.ts'
import { claimedId, endpoint, id, idParams, successResponse, text } from './endpoint.ts'
import { Issue } from './errors.ts'
import * as limits from './limits.ts'
import { bio, contactEmail, emailAddress, personName, website } from './profile-fields.ts'
import { newPassword, proof, signedIn } from './sessions.ts'

const username = text('The username', limits.usernameMax * 4)
const email = text('The email', limits.email)

/** The server ignores case, spaces and dashes. */
export const invite = text('The invite code', 100)

export const getEmailByUsername = endpoint({
  name: 'getEmailByUsername',
  method: 'POST',
  changes: 'private',
  needsSpace: false,
  path: '/api/users/get-email-by-username',
  tag: 'Accounts',
  summary: 'A short-lived sign-in handle in the form of an email address, accepted only by password sign-in',
  access: 'anyone',
  body: z.strictObject({ username }),
  response: z.object({ email: z.string().nullable() }),
})

export const validateRegistration = endpoint({
  name: 'validateRegistration',
  method: 'POST',
  changes: 'private',
  needsSpace: false,
  path: '/api/validate-registration',
  tag: 'Accounts',
  summary: 'Whether an email and a username can be registered, with all reasons why not',
  access: 'anyone',
  body: z.strictObject({ email, username, invite: invite.optional() }),
  response: z.object({
    valid: z.boolean(),
    errors: z.array(z.string()),
    issues: z
      .array(Issue.extend({ path: z.enum(['email', 'username', 'invite']) }))
      .describe('The same reasons, each with its field'),
  }),
})

export const signUp = endpoint({
  name: 'signUp',
  method: 'POST',
  changes: 'public',
  path: '/api/auth/sign-up/email',
  tag: 'Sessions',
  summary:
    'Register and start a session in an httpOnly cookie. On proof_needed, follow `proof.how` and repeat the request',
  access: 'anyone',
  body: z.strictObject({
    email: emailAddress,
    password: newPassword,
    username,
    name: text('The name', limits.usernameMax * 4).optional(),
    bio: bio.nullish(),
    /** Required if registration is by invite. */
    invite: invite.optional(),
    proof: proof.optional(),
  }),
  response: signedIn,
})

export const createProfile = endpoint({
  name: 'createProfile',
  method: 'POST',
  changes: 'public',
  needsSpace: false,
  path: '/api/users/create-profile',
  tag: 'Accounts',
  summary: 'Create the viewer’s profile if it does not exist; idempotent',
  access: 'member',
  body: z.strictObject({
    id: claimedId,
    email: email.optional(),
    username: username.optional(),
    bio: bio.nullish(),
  }),
  response: z.object({ user: z.object({ id, username: z.string() }) }),
})

export const readViewer = endpoint({
  name: 'readViewer',
  method: 'GET',
  path: '/api/auth/user',
  tag: 'Accounts',
  summary: 'The viewer, or null when signed out',
  access: 'anyone',
  response: z.object({
    user: z
      .object({
        id,
        email: z.string(),
        emailVerified: z.boolean(),
        username: z.string(),
        profileImageUrl: z.string().nullable(),
        /** The chosen language of the site, if any. */
        language: z.string().optional(),
        /** The viewer's id in analytics, if the site has analytics. */
        analyticsId: z.string().optional(),
        /** The account awaits an operator's approval. Until then only its owner sees it. */
        isWaiting: z.literal(true).optional(),
        /** The viewer follows at least one creator. */
        followsCreators: z.literal(true).optional(),
        /** How the viewer wants content notes handled. Omitted for `ask`. */
        contentNotes: z.enum(contentNoteChoices).exclude(['ask']).optional(),
      })
      .nullable(),
  }),
})
export type Viewer = NonNullable<z.infer<typeof readViewer.response>['user']>

export const updateUser = endpoint({
  name: 'updateUser',
  method: 'PUT',
  changes: 'public',
  path: '/api/users/:id',
  tag: 'Accounts',
  summary: 'Change the viewer’s username, email or profile; fields that are not sent stay unchanged',
  access: 'member',
  params: idParams,
  body: z.strictObject({
    username: username.optional(),
    email: emailAddress.optional(),
    name: personName.nullish(),
    bio: bio.nullish(),
    websiteUrl: website.optional(),
    contactInfo: z.strictObject({ email: contactEmail.optional(), website: website.optional() }).optional(),
  }),
  response: z.object({ user: UserProfile }),
})
export type UserChange = z.infer<NonNullable<typeof updateUser.body>>

const emailChange = z.strictObject({
  userId: claimedId,
  newEmail: emailAddress,
})
const changedEmail = z.object({ success: z.literal(true), user: z.object({ id, email: z.string() }) })

/** Both endpoints are equivalent. The product's clients try them in this order. */
export const adminUpdateEmail = endpoint({
  name: 'adminUpdateEmail',
  method: 'POST',
  changes: 'private',
  path: '/api/auth/admin-update-email',
  tag: 'Accounts',
  summary: 'Change the viewer’s email; the new address gets a confirmation link, the old one a notice',
  access: 'member',
  body: emailChange,
  response: changedEmail,
})

export const directUpdateEmail = endpoint({
  ...adminUpdateEmail,
  name: 'directUpdateEmail',
  path: '/api/auth/direct-update-email',
})

const usageShare = z.object({ used: z.number().int(), most: z.number().int() })

export const readUsage = endpoint({
  name: 'readUsage',
  method: 'GET',
  path: '/api/auth/usage',
  tag: 'Accounts',
  summary: 'How much the viewer stores, and the limits',
  access: 'member',
  response: z.object({
    /** Media, including uploads in progress. */
    bytes: usageShare,
    zines: usageShare,
    projects: usageShare,
    /** Bytes of project texts, including earlier versions. Small texts do not count. */
    texts: usageShare,
    focusSessions: usageShare,
    /** Does not count To read, which every member has. */
    shelves: usageShare,
  }),
})

/** A zip: texts and lists as JSON, media in page order. Its size is not known in advance. */
export const downloadEverything = endpoint({
  name: 'downloadEverything',
  method: 'GET',
  path: '/api/users/:id/export',
  tag: 'Accounts',
  summary: 'All of the viewer’s data, as a zip file',
  access: 'member',
  params: idParams,
  response: z.any(),
})

export const deleteAccount = endpoint({
  name: 'deleteAccount',
  method: 'DELETE',
  changes: 'public',
  path: '/api/users/:id',
  tag: 'Accounts',
  summary: 'Delete the viewer’s account and everything in it, immediately and permanently',
  access: 'member',
  params: idParams,
  body: z.strictObject({ username }),
  /** A very large account is hidden immediately, but its deletion takes some minutes. */
  response: successResponse.extend({ isPending: z.boolean() }),
})
