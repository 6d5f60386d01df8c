import { z } from 'zod'
import { endpoint, id, successResponse } from './endpoint.ts'
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
  summary: 'Start setting up a second factor: returns the key for an authenticator app. It takes effect once verified',
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
  summary: 'The sign-in in this browser that is waiting for a code; 401 if there is none',
  access: 'anyone',
  body: z.strictObject({}).nullish(),
  response: z.object({
    factors: z.array(z.object({ id, type: z.literal('totp') })),
    expires_at: z.number(),
  }),
})

/** Completes an enrollment or a pending sign-in. Each code works once. */
export const verifyFactor = endpoint({
  name: 'verifyFactor',
  method: 'POST',
  changes: 'private',
  needsSpace: false,
  path: '/api/auth/factors/verify',
  tag: 'Second factor',
  summary: 'Submit a code: completes an enrollment and returns the recovery codes once, or completes a sign-in',
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
    'Turn off the second factor with one of its codes, and the password if the sign-in is not recent; the member gets an email',
  access: 'member',
  body: z.strictObject({ code, password: password.optional() }),
  response: successResponse,
})

export const renewRecoveryCodes = endpoint({
  name: 'renewRecoveryCodes',
  method: 'POST',
  changes: 'private',
  needsSpace: false,
  path: '/api/auth/factors/recovery-codes',
  tag: 'Second factor',
  summary:
    'Replace the recovery codes, with a code of the second factor, and the password if the sign-in is not recent',
  access: 'member',
  body: z.strictObject({ code, password: password.optional() }),
  response: z.object({ recoveryCodes: z.array(z.string()) }),
})
