import { msg, plural } from '@lingui/core/runtime-macro'
import { z } from 'zod'
import { say } from '#contract/in-english.ts'
import { endpoint, id, idParams, successResponse, text } from './endpoint.ts'
import * as limits from './limits.ts'
import { proofPuzzles } from './proof-of-work.ts'

const email = text('The email', limits.email)

const passwordTooLong = say(
  msg`Passwords can be at most ${plural({ max: limits.passwordMax }, { one: '# character', other: '# characters' })} long.`,
)

/** Untrimmed. Normalised only where it is checked. */
export const password = z.string('The password must be text.').max(limits.passwordMax * 4, passwordTooLong)

/** Normalised before it is measured, compared and hashed, so that all keyboards produce the same password. */
export const newPassword = z
  .string('The password must be text.')
  .max(limits.passwordMax * 4, passwordTooLong)
  .overwrite((value) => value.normalize('NFKC'))
  .max(limits.passwordMax, passwordTooLong)
  .min(
    limits.passwordMin,
    say(
      msg`Password must be at least ${plural({ min: limits.passwordMin }, { one: '# character', other: '# characters' })} long.`,
    ),
  )

export const code = z
  .string('The code must be text.')
  .trim()
  .min(1, say(msg`Please enter a code.`))
  .max(40, say(msg`This is not a valid code.`))

export const signedIn = z.object({ user: z.object({ id }) })

/** The password was right, but `verifyFactor` must follow. */
const challenged = z.object({ twoFactorRedirect: z.literal(true), twoFactorMethods: z.array(z.string()) })

export const signedInOrChallenged = z.union([signedIn, challenged])
export type SignInResponse = z.infer<typeof signedInOrChallenged>

/** The solution of the task in a `proof_needed` response. */
export const proof = z.strictObject({
  challenge: z.string('The challenge must be text.').max(300, 'This is not a valid challenge.'),
  solutions: z.array(z.int().min(0)).length(proofPuzzles, 'A proof needs one number for each puzzle.'),
})

export const signIn = endpoint({
  name: 'signIn',
  method: 'POST',
  changes: 'private',
  needsSpace: false,
  path: '/api/auth/sign-in/email',
  tag: 'Sessions',
  summary:
    'Sign in with an address, or the handle of a username, and the password. On proof_needed, follow `proof.how` and repeat the request',
  access: 'anyone',
  body: z.strictObject({ email, password, proof: proof.optional() }),
  response: signedInOrChallenged,
})

export const signOut = endpoint({
  name: 'signOut',
  method: 'POST',
  changes: 'private',
  needsSpace: false,
  path: '/api/auth/sign-out',
  tag: 'Sessions',
  summary: 'End this session only',
  access: 'anyone',
  body: z.strictObject({}).nullish(),
  response: successResponse,
})

const identity = z.object({ id, provider: z.string(), created_at: z.string() })
const factor = z.object({ id, type: z.enum(['totp', 'phone']), status: z.enum(['verified', 'unverified']) })

/** The session for the product's clients. The refresh token is the cookie, which scripts cannot read. */
export const readSession = endpoint({
  name: 'readSession',
  method: 'GET',
  path: '/api/auth/session',
  tag: 'Sessions',
  summary: 'A new access token, its expiry (seconds since 1970) and its user; 401 when signed out',
  access: 'member',
  response: z.object({
    access_token: z.string(),
    token_type: z.literal('bearer'),
    expires_in: z.number(),
    expires_at: z.number(),
    user: z.object({
      id,
      email: z.string(),
      user_metadata: z.object({ username: z.string(), bio: z.string().nullable() }),
      identities: z.array(identity),
      factors: z.array(factor),
    }),
  }),
})
export type Session = z.infer<typeof readSession.response>

export const readToken = endpoint({
  name: 'readToken',
  method: 'GET',
  path: '/api/auth/token',
  tag: 'Sessions',
  summary: 'A new access token only: a JWT for the Authorization header',
  access: 'member',
  response: z.object({ token: z.string() }),
})

export const readKeys = endpoint({
  name: 'readKeys',
  method: 'GET',
  path: '/api/auth/jwks',
  tag: 'Sessions',
  summary: 'The public keys that verify access tokens (JSON Web Key Set)',
  access: 'anyone',
  response: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
})

export const listSessions = endpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/api/auth/sessions',
  tag: 'Sessions',
  summary: 'The signed-in devices, most recently used first',
  access: 'member',
  response: z.object({
    sessions: z.array(
      z.object({
        id,
        isCurrent: z.boolean(),
        /** Browser and system, such as "Firefox on Linux". */
        device: z.string(),
        /** `device` in the language of `Accept-Language`, if the site offers it. */
        translation: z.string().optional(),
        createdAt: z.string(),
        lastUsedAt: z.string(),
      }),
    ),
  }),
})
export type Device = z.infer<typeof listSessions.response>['sessions'][number]

export const endSession = endpoint({
  name: 'endSession',
  method: 'DELETE',
  changes: 'private',
  path: '/api/auth/sessions/:id',
  tag: 'Sessions',
  summary: 'Sign out one device',
  access: 'member',
  params: idParams,
  response: successResponse,
})

export const endAllSessions = endpoint({
  name: 'endAllSessions',
  method: 'DELETE',
  changes: 'private',
  path: '/api/auth/sessions',
  tag: 'Sessions',
  summary: 'Sign out all devices, including this one',
  access: 'member',
  response: successResponse,
})

/** Satisfies `confirmation_needed` for fifteen minutes. */
export const confirmPassword = endpoint({
  name: 'confirmPassword',
  method: 'POST',
  changes: 'private',
  needsSpace: false,
  path: '/api/auth/confirm-password',
  tag: 'Sessions',
  summary: 'Confirm the password, and a code of the second factor if it is on, for actions that need a recent sign-in',
  access: 'member',
  body: z.strictObject({ password, code: code.optional() }),
  response: successResponse,
})
