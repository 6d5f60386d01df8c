import type { Draft } from './drafts.ts'
import type { Project } from './projects.ts'
import type { ProofTask } from './proof-of-work.ts'
import type { Shelf } from './shelves.ts'
import type { OpenZine } from './zines.ts'

/** Every way a call can be refused, with the status it answers. The sentence beside it is for people. */
export const errorStatus = {
  invalid_request: 400,
  wrong_password: 400,
  wrong_code: 400,
  link_expired: 400,
  media_refused: 400,
  media_not_yours: 400,
  not_signed_in: 401,
  not_yours: 403,
  foreign_origin: 403,
  /** The sign-in is older than fifteen minutes: `confirmPassword`, then try again. */
  confirmation_needed: 403,
  /** Nobody can make an account here, or only with an invite (`SIGN_UPS`). */
  sign_ups_closed: 403,
  invite_refused: 403,
  /** An operator has yet to say yes to the member. */
  awaiting_approval: 403,
  /** To publish, a member confirms their address first: `sendVerificationEmail` mails the link again. */
  email_unconfirmed: 403,
  /** One member keeps no more of it: bytes, zines, follows, projects, focus sessions. */
  quota_reached: 403,
  not_found: 404,
  /** The request did not arrive in time, or too slowly. */
  timed_out: 408,
  username_taken: 409,
  email_taken: 409,
  last_way_in: 409,
  media_already_published: 409,
  /** What was to be changed is not what it was changed from any more. Nothing was written. */
  changed_elsewhere: 409,
  too_large: 413,
  /** The body is compressed. */
  unsupported_encoding: 415,
  too_many_requests: 429,
  /** Somebody guesses at this account, or many accounts are made: solve the `proof` task of the answer and send the call again with it. */
  proof_needed: 429,
  headers_too_large: 431,
  internal: 500,
  not_offered: 501,
  storage_full: 507,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

export type ErrorBody = {
  error: string
  code: ErrorCode
  requestId: string
  /** Which fields were wrong, and how. */
  issues?: { path: string; message: string }[]
  /** With `changed_elsewhere`: what was to be changed, as it is now. */
  project?: Project
  zine?: OpenZine
  draft?: Draft
  shelf?: Shelf
  /** With `proof_needed`: what is to be solved. */
  proof?: ProofTask
}
