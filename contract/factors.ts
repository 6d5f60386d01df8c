import { z } from 'zod'
import { done, endpoint, id } from './endpoint.ts'
import { code, password } from './sessions.ts'

export const readFactors = endpoint({
  name: 'readFactors',
  method: 'GET',
  path: '/api/auth/factors',
  tag: 'Second factor',
  summary: 'The viewer’s second factors',
  access: 'member',
  response: z.object({
    factors: z.array(z.object({ id, type: z.literal('totp'), status: z.enum(['verified', 'unverified']) })),
    recoveryCodesLeft: z.number(),
  }),
})
export type Factors = z.infer<typeof readFactors.response>

/** Requires the password if the account has one. */
export const enrollFactor = endpoint({
  name: 'enrollFactor',
  method: 'POST',
  changes: 'private',
  path: '/api/auth/factors/enroll',
  tag: 'Second factor',
  summary: 'Begin a second factor: the key for an authenticator app. It counts once it is verified',
  access: 'member',
  body: z.strictObject({ password: password.optional() }),
  response: z.object({ id, type: z.literal('totp'), uri: z.string(), secret: z.string() }),
})

export const challengeFactor = endpoint({
  name: 'challengeFactor',
  method: 'POST',
  changes: 'private',
  needsSpace: false,
  path: '/api/auth/factors/challenge',
  tag: 'Second factor',
  summary: 'The sign-in that waits for a code in this browser; 401 when there is none',
  access: 'anyone',
  body: z.strictObject({}).nullish(),
  response: z.object({
    factors: z.array(z.object({ id, type: z.literal('totp') })),
    expires_at: z.number(),
  }),
})

/** Completes an enrollment or a sign-in that waits for its code. Each code works once. */
export const verifyFactor = endpoint({
  name: 'verifyFactor',
  method: 'POST',
  changes: 'private',
  needsSpace: false,
  path: '/api/auth/factors/verify',
  tag: 'Second factor',
  summary:
    'Give the code: finishes an enrollment, and answers the recovery codes once; or finishes a sign-in',
  access: 'anyone',
  body: z.strictObject({ code }),
  response: z.object({ user: z.object({ id }), recoveryCodes: z.array(z.string()).optional() }),
})

export const unenrollFactor = endpoint({
  name: 'unenrollFactor',
  method: 'POST',
  changes: 'private',
  needsSpace: false,
  path: '/api/auth/factors/unenroll',
  tag: 'Second factor',
  summary:
    'Turn the second factor off with a code of it, and the password if the sign-in is not recent; the person is told by mail',
  access: 'member',
  body: z.strictObject({ code, password: password.optional() }),
  response: done,
})

export const renewRecoveryCodes = endpoint({
  name: 'renewRecoveryCodes',
  method: 'POST',
  changes: 'private',
  needsSpace: false,
  path: '/api/auth/factors/recovery-codes',
  tag: 'Second factor',
  summary:
    'New recovery codes for a code of the second factor, and the password if the sign-in is not recent; the old ones end',
  access: 'member',
  body: z.strictObject({ code, password: password.optional() }),
  response: z.object({ recoveryCodes: z.array(z.string()) }),
})
