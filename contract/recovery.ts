import { msg } from '@lingui/core/runtime-macro'
import { z } from 'zod'
import { say } from '#contract/in-english.ts'
import { endpoint, successResponse } from './endpoint.ts'
import { emailAddress } from './profile-fields.ts'
import { newPassword, password, signedInOrChallenged } from './sessions.ts'

/** The secret of a mailed link. It follows the `#`, so no server logs it. */
const token = z.string('The token must be text.').max(200, say(msg`This link is not valid.`))

export const requestPasswordReset = endpoint({
  name: 'requestPasswordReset',
  method: 'POST',
  changes: 'private',
  needsSpace: false,
  path: '/api/auth/request-password-reset',
  tag: 'Recovery',
  summary: 'Email a link to /auth/update-password; the response does not reveal whether the address is known',
  access: 'anyone',
  body: z.strictObject({
    email: emailAddress,
    redirectTo: z.string().max(500, 'This address is too long.').optional(),
  }),
  response: successResponse,
})

export const resetPassword = endpoint({
  name: 'resetPassword',
  method: 'POST',
  changes: 'private',
  needsSpace: false,
  path: '/api/auth/reset-password',
  tag: 'Recovery',
  summary: 'Set a new password with the token of a recovery link; ends all other sessions and signs in',
  access: 'anyone',
  body: z.strictObject({ token, newPassword }),
  response: signedInOrChallenged,
})

export const changePassword = endpoint({
  name: 'changePassword',
  method: 'POST',
  changes: 'private',
  needsSpace: false,
  path: '/api/auth/change-password',
  tag: 'Recovery',
  summary: 'Set a new password with the current one; ends all other sessions',
  access: 'member',
  body: z.strictObject({ currentPassword: password, newPassword }),
  response: successResponse,
})

/** Works on any device, with or without a session, and creates no session. */
export const verifyEmail = endpoint({
  name: 'verifyEmail',
  method: 'POST',
  changes: 'private',
  needsSpace: false,
  path: '/api/auth/verify-email',
  tag: 'Recovery',
  summary: 'Confirm an address with the token of the link emailed to it',
  access: 'anyone',
  body: z.strictObject({ token }),
  response: z.object({
    success: z.literal(true),
    /** Whether the browser is signed in to the link's account. */
    isSignedIn: z.boolean(),
  }),
})

export const sendVerificationEmail = endpoint({
  name: 'sendVerificationEmail',
  method: 'POST',
  changes: 'private',
  path: '/api/auth/send-verification-email',
  tag: 'Recovery',
  summary: 'Resend the confirmation link to the viewer’s address',
  access: 'member',
  body: z.strictObject({}).nullish(),
  response: successResponse,
})

export const undoEmailChange = endpoint({
  name: 'undoEmailChange',
  method: 'POST',
  changes: 'private',
  needsSpace: false,
  path: '/api/auth/undo-email-change',
  tag: 'Recovery',
  summary: 'Restore the previous address with the token emailed to it; ends all sessions',
  access: 'anyone',
  body: z.strictObject({ token }),
  response: successResponse,
})
