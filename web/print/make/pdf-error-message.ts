import { t } from '@lingui/core/macro'
import { ApiError, getUserMessage } from '#web/api/call.ts'
import { PageReadError } from '../pdf/make-pdf.ts'
import { WorkerLoadError } from '../pdf/worker-calls.ts'

export function pdfErrorMessage(error: unknown) {
  if (error instanceof WorkerLoadError)
    return t`The code that makes the PDF could not be loaded. Check your connection.`
  if (!(error instanceof PageReadError)) return t`The PDF could not be made in this browser.`
  const { page, cause } = error
  if (cause instanceof ApiError && cause.status === 404)
    return t`Page ${page} no longer exists. The zine was changed or deleted.`
  if (cause instanceof ApiError) return getUserMessage(cause, t`Page ${page} could not be read.`)
  // The request failed or timed out.
  if (cause instanceof TypeError || cause instanceof DOMException)
    return t`Page ${page} could not be downloaded. Check your connection.`
  return t`This browser can’t put page ${page} into a PDF.`
}
