import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorBody, type ErrorCode, errorStatus } from '#contract/errors.ts'
import { inEnglish, sentenceOf } from '#contract/in-english.ts'
import { isLostConnection, isTransientError } from '#server/db/lost-connection.ts'
import { ContentionError } from '#server/db/retry.ts'
import { translationOf } from '#server/languages/translate-texts.ts'
import { acceptedLanguage } from './negotiate-language.ts'

type Details = Pick<ErrorBody, 'issues' | 'proof'> & { current?: object }

/** A sentence, or the English text of a constant one. */
export type ErrorText = MessageDescriptor | string

export const joinTexts = (first: ErrorText, next: ErrorText) => msg`${{ first }} ${{ next }}`

export class ApiError extends Error {
  readonly code: ErrorCode
  readonly text: ErrorText
  readonly details: Details
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, text: ErrorText, { retryAfter, ...details }: Details & { retryAfter?: number } = {}) {
    super(inEnglish(text))
    this.code = code
    this.text = typeof text === 'string' ? (sentenceOf(text) ?? text) : text
    this.details = details
    this.retryAfter = retryAfter
  }
}

export const apiError = (code: ErrorCode, text: ErrorText) => new ApiError(code, text)
export const notSignedIn = () => apiError('not_signed_in', msg`Please sign in first.`)
export const forbidden = () => apiError('not_yours', msg`You can only change your own work.`)
export const accountSuspended = () =>
  apiError('not_yours', msg`This account is suspended. The email we sent explains why and how to reply.`)
export const storageFull = () =>
  apiError('storage_full', msg`The server’s disk is full, so nothing was saved. Please try again later.`)
export const notFound = (noun: keyof typeof missing = 'page') => apiError('not_found', missing[noun])

const missing = {
  page: msg`There is no such page.`,
  PDF: msg`There is no such PDF.`,
  creator: msg`There is no such creator.`,
  decision: msg`There is no such decision.`,
  device: msg`There is no such device.`,
  draft: msg`There is no such draft.`,
  file: msg`There is no such file.`,
  identity: msg`There is no such identity.`,
  import: msg`There is no such import.`,
  language: msg`There is no such language.`,
  picture: msg`There is no such picture.`,
  project: msg`There is no such project.`,
  provider: msg`There is no such provider.`,
  'second factor': msg`There is no such second factor.`,
  series: msg`There is no such series.`,
  session: msg`There is no such session.`,
  shelf: msg`There is no such shelf.`,
  upload: msg`There is no such upload.`,
  version: msg`There is no such version.`,
  zine: msg`There is no such zine.`,
  // Only programs ask for these.
  call: 'There is no such call.',
  'caption file': 'There is no such caption file.',
  feed: 'There is no such feed.',
  mail: 'There is no such mail.',
  'zine or profile': 'There is no such zine or profile.',
}

/**
 * The endpoint declares the type of `current` as its `conflict`. Browsers that loaded the site before 1.1 look for the state
 * under its noun; remove that field in 1.2.
 */
export const changedElsewhere = (noun: keyof typeof changed, current: object) =>
  new ApiError('changed_elsewhere', changed[noun], { current, [noun]: current })

const changed = {
  project: msg`This project was changed somewhere else in the meantime. Nothing was overwritten.`,
  zine: msg`This zine was changed somewhere else in the meantime. Nothing was overwritten.`,
  draft: msg`This draft was changed somewhere else in the meantime. Nothing was overwritten.`,
  shelf: msg`This shelf was changed somewhere else in the meantime. Nothing was overwritten.`,
}

/** Sends every error response, except the error pages for browsers. */
export function sendError(error: FastifyError | ApiError, request: FastifyRequest, reply: FastifyReply) {
  const converted = beginErrorResponse(error, request, reply)
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(errorBody(converted, request)))
}

/** Sets up an error response except for its body. Unexpected errors are logged and not shown to the client. */
export function beginErrorResponse(error: FastifyError | ApiError, request: FastifyRequest, reply: FastifyReply) {
  const converted = toApiError(error)
  const status = errorStatus[converted.code]
  reply.errorCode = converted.code
  if (status >= 500 && !isExpected(error)) request.log.error({ err: error }, 'request failed')
  if (converted.retryAfter !== undefined) reply.header('retry-after', converted.retryAfter)
  reply.code(status).header('cache-control', 'no-store')
  return converted
}

/** Expected refusals are not logged as errors, otherwise a busy site would fill the log. */
const isExpected = (error: Error) => error instanceof ApiError && error.code !== 'internal'

/** Ends a response that Fastify no longer controls. Closing the connection ends an upload like a lost connection. */
export function endWithError(reply: FastifyReply, error: ApiError) {
  const { raw, request } = reply
  if (raw.headersSent) return void request.raw.destroy()
  reply.errorCode = error.code
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value)
  }
  if (error.retryAfter !== undefined) raw.setHeader('retry-after', error.retryAfter)
  raw.writeHead(errorStatus[error.code], {
    'cache-control': 'no-store',
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
  })
  raw.end(JSON.stringify(errorBody(error, request)), () => {
    // After a response, Node no longer tells the reader of a body that its connection has closed.
    if (!request.raw.complete) request.raw.destroy(new Error('The request was ended before its body.'))
  })
}

/** An error handler with a specific message for bodies above the route's own limit. */
export const tooLargeHandler =
  (text: ErrorText) => (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const isTooLarge = error.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
    return sendError(isTooLarge ? apiError('too_large', text) : error, request, reply)
  }

/** English, with the sentences in the language of the page that sent the request. */
function errorBody({ message, text, code, details }: ApiError, request: FastifyRequest): ErrorBody {
  const language = acceptedLanguage(request)
  return {
    error: message,
    translation: translationOf(text, language),
    code,
    requestId: request.id,
    ...details,
    issues: details.issues?.map(({ path, message }) => issueIn(language, path, message)),
  }
}

/** What is wrong with one field, in English and in the language of the page. */
export const issueIn = <Path extends string>(language: string, path: Path, text: ErrorText) => ({
  path,
  message: inEnglish(text),
  translation: translationOf(text, language),
})

export function toApiError(error: FastifyError | ApiError): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof ContentionError) return new ApiError('unavailable', error.message, { retryAfter: 1 })
  const mapped = fastifyErrors[error.code]
  if (mapped) return apiError(...mapped)
  if (isOutOfSpace(error)) return storageFull()
  if (error.code === '22021') return apiError('invalid_request', msg`This contains a character that cannot be stored.`)
  if (error.code === '23503') return missingReference(error)
  if (error.code === '55P03') return new ApiError('unavailable', lockedMessage, { retryAfter: 2 })
  if (isLostConnection(error) || isTransientError(error))
    return new ApiError('unavailable', unavailableMessage, { retryAfter: 2 })
  if (error.statusCode === 400) return apiError('invalid_request', 'This request could not be read.')
  return apiError('internal', msg`Something went wrong on our side. Please try again.`)
}

const fastifyErrors: Record<string, [ErrorCode, string] | undefined> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['too_large', 'This request is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['invalid_request', 'Send the request as application/json.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid_request', 'The request has no body.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid_request', 'The body is not valid JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid_request', 'The body does not match its Content-Length.'],
  FST_ERR_BAD_URL: ['invalid_request', 'This URL is not valid.'],
  FST_ERR_MAX_PARAM_LENGTH_EXCEEDED: ['not_found', 'There is no such page.'],
}

const isOutOfSpace = (error: unknown) =>
  ['ENOSPC', 'EDQUOT', '53100'].includes(String((error as { code?: string }).code))

const lockedMessage = msg`Another request is changing this right now. Nothing was changed. Please try again in a moment.`
const unavailableMessage = msg`The site is unavailable right now. Please try again in a moment.`

const ownerConstraint = /_(user|owner|follower)_id_fkey$|_owner$|^zines_creator_id_fkey$/

/** A foreign key has no target: the client's account, or what the new row belongs to, was just deleted. */
const missingReference = ({ constraint = '' }: FastifyError & { constraint?: string }) =>
  ownerConstraint.test(constraint)
    ? notSignedIn()
    : apiError('not_found', msg`Something that this belongs to was just deleted. Reload the page.`)
