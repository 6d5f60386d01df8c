import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'
import { answerError, beginRefusal, type Refusal } from '#server/http/errors.ts'
import type { PageSource } from './draw-page.ts'

/** Stands in the document, until there is a sentence to put there. */
const place = '%sentence%'

/**
 * Answers errors with a page where a browser asks for one, and as everywhere else otherwise. What is answered while
 * much is going on must cost little: each document is drawn once, and no script comes with it.
 */
export function answerWithPage(source: PageSource) {
  const drawn = new Map<ErrorCode, Promise<string>>()

  async function draw(code: ErrorCode) {
    const { drawRefused } = await source.entry()
    const { styles } = source.assetsFor(['web/not-found/not-found-page.tsx']).assets
    return drawRefused({ code, status: errorStatus[code], sentence: place, styles })
  }

  function documentFor(code: ErrorCode) {
    const document = drawn.get(code) ?? draw(code)
    drawn.set(code, document)
    document.catch(() => drawn.delete(code))
    return document
  }

  return async (error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply) => {
    if (!request.headers.accept?.includes('text/html')) return answerError(error, request, reply)
    const { code, message } = beginRefusal(error, request, reply)
    const document = await documentFor(code)
    return reply
      .headers({ 'content-type': 'text/html; charset=utf-8', 'x-robots-tag': 'noindex', vary: 'accept' })
      .send(document.replace(place, () => escaped(message)))
  }
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
