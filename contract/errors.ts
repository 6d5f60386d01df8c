import { z } from 'zod'
import type { ProofTask } from './proof-of-work.ts'

/** Every error code with its HTTP status. Clients check the code; messages are for display. */
export const errorStatus = {
  invalid_request: 400,
  wrong_password: 400,
  wrong_code: 400,
  link_expired: 400,
  /** The new value is the current one. */
  nothing_to_change: 400,
  media_refused: 400,
  media_not_yours: 400,
  not_signed_in: 401,
  not_yours: 403,
  foreign_origin: 403,
  /** The sign-in is older than fifteen minutes: call `confirmPassword` and retry. */
  confirmation_needed: 403,
  /** Registration is closed or needs an invite (`SIGN_UPS`). */
  sign_ups_closed: 403,
  invite_refused: 403,
  /** The member's account still awaits an operator's approval. */
  awaiting_approval: 403,
  /** Publishing needs a confirmed address: `sendVerificationEmail` sends the link again. */
  email_unconfirmed: 403,
  /** A member's limit on bytes, zines, follows, projects or focus sessions. */
  quota_reached: 403,
  not_found: 404,
  /** The request arrived too late or too slowly. */
  timed_out: 408,
  username_taken: 409,
  email_taken: 409,
  last_way_in: 409,
  media_already_published: 409,
  /** The object has changed since the client's version. Nothing was written. */
  changed_elsewhere: 409,
  too_large: 413,
  unsupported_encoding: 415,
  too_many_requests: 429,
  /** Too many attempts on this account, or too many sign-ups. Solve the `proof` task and retry. */
  proof_needed: 429,
  headers_too_large: 431,
  internal: 500,
  not_offered: 501,
  storage_full: 507,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

const codes = Object.keys(errorStatus) as ErrorCode[]

const proofTask = z.object({
  challenge: z.string(),
  puzzles: z.int(),
  bits: z.int(),
  how: z.string(),
}) satisfies z.ZodType<ProofTask>

/** What is wrong with one field. */
export const Issue = z.object({ path: z.string(), message: z.string(), translation: z.string().optional() })

/** The body of every error response. */
export const ErrorBody = z
  .object({
    error: z.string(),
    /** `error` in the language of `Accept-Language`, if the site offers it. */
    translation: z.string().optional(),
    code: z.enum(codes),
    requestId: z.string(),
    issues: z.array(Issue).optional(),
    /** Present with `proof_needed`. */
    proof: proofTask.optional(),
  })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof ErrorBody>

/**
 * The body of a 409 response of an endpoint that declares `conflict`. With `changed_elsewhere`, it has the current state. It
 * is loose because 1.1 also sends the state under its former name.
 */
export const conflictBody = (current: z.ZodType) => ErrorBody.extend({ current: current.optional() }).loose()
