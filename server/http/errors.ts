import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorBody, type ErrorCode, errorStatus } from '#contract/errors.ts'
import { gaveUp, isLostConnection } from '#server/db/lost-connection.ts'
import { boundReached } from '#server/db/member-counts.ts'
import { Contention } from '#server/db/retry.ts'

type Details = Pick<ErrorBody, 'issues' | 'project' | 'zine' | 'draft' | 'shelf' | 'proof'>

export class Refusal extends Error {
  readonly code: ErrorCode
  readonly details: Details
  readonly retryAfter: number | undefined

  constructor(
    code: ErrorCode,
    sentence: string,
    { retryAfter, ...details }: Details & { retryAfter?: number } = {},
  ) {
    super(sentence)
    this.code = code
    this.details = details
    this.retryAfter = retryAfter
  }
}

export const refuse = (code: ErrorCode, sentence: string) => new Refusal(code, sentence)
export const notSignedIn = () => refuse('not_signed_in', 'Please sign in first.')
export const notYours = () => refuse('not_yours', 'You can only change your own work.')
export const suspended = () =>
  refuse('not_yours', 'This account is suspended. The email we sent explains why and how to reply.')
export const storageFull = () =>
  refuse('storage_full', 'The server’s disk is full, so nothing was saved. Please try again later.')
export const notFound = (what = 'page') => refuse('not_found', `There is no such ${what}.`)

/** Sends every error response, except the error pages for browsers. */
export function answerError(error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply) {
  const refusal = beginRefusal(error, request, reply)
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(errorBody(refusal, request.id)))
}

/** Sets up an error response except for its body. Unexpected errors are logged and not shown to the client. */
export function beginRefusal(error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply) {
  const refusal = asRefusal(error)
  const status = errorStatus[refusal.code]
  reply.refusal = refusal.code
  if (status >= 500 && !isOnPurpose(error)) request.log.error({ err: error }, 'request failed')
  if (refusal.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter)
  reply.code(status).header('cache-control', 'no-store')
  return refusal
}

/** Expected refusals are not logged as errors, otherwise a busy site would fill the log. */
const isOnPurpose = (error: Error) => error instanceof Refusal && error.code !== 'internal'

/** An error handler with a specific message for bodies above the route's own limit. */
export const sayOfTooLarge =
  (sentence: string) => (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const isTooLarge = error.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
    return answerError(isTooLarge ? refuse('too_large', sentence) : error, request, reply)
  }

export const errorBody = ({ message, code, details }: Refusal, requestId: string): ErrorBody => ({
  error: message,
  code,
  requestId,
  ...details,
})

export function asRefusal(error: FastifyError | Refusal): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof Contention) return new Refusal('unavailable', error.message, { retryAfter: 1 })
  const known = fastifyRefusals[error.code]
  if (known) return refuse(...known)
  if (hasNoRoom(error)) return storageFull()
  const bound = boundReached(error)
  if (bound) return refuse('quota_reached', bound)
  if (error.code === '22021')
    return refuse('invalid_request', 'This contains a character that cannot be stored.')
  if (error.code === '23503') return goneMeanwhile(error)
  if (error.code === '55P03') return new Refusal('unavailable', beingChanged, { retryAfter: 2 })
  if (isLostConnection(error) || gaveUp(error))
    return new Refusal('unavailable', unavailable, { retryAfter: 2 })
  if (error.statusCode === 400) return refuse('invalid_request', 'This request could not be read.')
  return refuse('internal', 'Something went wrong on our side. Please try again.')
}

const fastifyRefusals: Record<string, [ErrorCode, string] | undefined> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['too_large', 'This request is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['invalid_request', 'Send the request as application/json.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid_request', 'The request has no body.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid_request', 'The body is not valid JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid_request', 'The body does not match its Content-Length.'],
  FST_ERR_BAD_URL: ['invalid_request', 'This URL is not valid.'],
  FST_ERR_MAX_PARAM_LENGTH_EXCEEDED: ['not_found', 'There is no such page.'],
}

const hasNoRoom = (error: unknown) =>
  ['ENOSPC', 'EDQUOT', '53100'].includes(String((error as { code?: string }).code))

const beingChanged =
  'This is being changed by another request. Nothing was changed; please try again in a moment.'
const unavailable = 'The library is unavailable right now. Please try again in a moment.'

const ownerConstraint = /_(user|owner|follower)_id_fkey$|_owner$|^zines_creator_id_fkey$/

/** A foreign key has no target: the client's account, or what the new row belongs to, was just deleted. */
const goneMeanwhile = ({ constraint = '' }: FastifyError & { constraint?: string }) =>
  ownerConstraint.test(constraint)
    ? notSignedIn()
    : refuse('not_found', 'This belongs to something that was just deleted.')
