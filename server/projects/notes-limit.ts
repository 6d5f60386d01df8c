import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { notesTooLong, workspaceLimits } from '#contract/workspace-limits.ts'
import { answerError, refuse } from '../http/errors.ts'

/** For the rest of the body, which is short. */
const besides = 16_384

/** JSON writes a byte of text with up to six: `\u0007`. */
const bodyLimit = workspaceLimits.projectNotes * 6 + besides

/** Lets a call take notes as long as they may be, and say so when they are much longer. */
export const roomForNotes = {
  bodyLimit,
  errorHandler: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
    answerError(explained(error), request, reply),
}

/** A body over the limit is refused before anybody could look what is in it. */
const explained = (error: FastifyError) =>
  error.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
    ? (refuse('too_large', notesTooLong) as unknown as FastifyError)
    : error
