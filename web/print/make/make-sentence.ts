import { ApiError, sentenceOf } from '#web/api/call.ts'
import { NotFetched, PageFailed } from '../pdf/make-pdf.ts'

/** Why there is no PDF. */
export function makeSentence(error: unknown) {
  if (error instanceof NotFetched) return 'What makes PDFs did not arrive. Check the connection.'
  if (!(error instanceof PageFailed)) return 'The PDF could not be made in this browser.'
  const { page, cause } = error
  if (cause instanceof ApiError && cause.status === 404)
    return `Page ${page} is not there any more. The zine was changed or deleted.`
  if (cause instanceof ApiError) return sentenceOf(cause, `Page ${page} could not be read.`)
  // What fetch says when nobody answers, and what an end of patience is.
  if (cause instanceof TypeError || cause instanceof DOMException)
    return `Page ${page} did not arrive. Check the connection.`
  return `Page ${page} cannot be put into a PDF by this browser.`
}
