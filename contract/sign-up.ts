import { z } from 'zod'
import { emailAddress } from './email-address.ts'
import { endpoint, text } from './endpoint.ts'
import * as limits from './limits.ts'
import { bio } from './profile-fields.ts'
import { newPassword, proof, signedIn } from './sessions.ts'

const username = text('The username', limits.usernameMax * 4)

/** However it is typed: the server reads over case, spaces and dashes. */
export const invite = text('The invite code', 100)

export const signUp = endpoint({
  name: 'signUp',
  method: 'POST',
  changes: 'public',
  path: '/api/auth/sign-up/email',
  tag: 'Sessions',
  summary:
    'Register, and begin a session in an httpOnly cookie; answered proof_needed, do what `proof.how` says and send it again',
  access: 'anyone',
  body: z.strictObject({
    email: emailAddress,
    password: newPassword,
    username,
    name: text('The name', limits.usernameMax * 4).optional(),
    bio: bio.nullish(),
    /** Where accounts need one. */
    invite: invite.optional(),
    proof: proof.optional(),
  }),
  response: signedIn,
})
