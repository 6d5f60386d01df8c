import { askInAgain } from '#web/accounts/viewer-changes.ts'
import { ApiError, sentenceOf } from '#web/api/call.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'

export class SettingProblem extends Error {
  readonly title: string
  constructor(title: string, sentence: string, cause?: unknown) {
    super(sentence, { cause })
    this.title = title
  }
}

/** The member cancelled the password dialog: shows no error. */
export class NotConfirmed extends Error {}

export const isConfirmationNeeded = (error: unknown) =>
  error instanceof ApiError && error.code === 'confirmation_needed'

const fallbackSentence = 'Something went wrong. Please try again.'

/** Shows an error toast, and returns the message for the field. */
export function sayProblem(error: unknown, title: string, fallback = fallbackSentence) {
  if (error instanceof NotConfirmed) return undefined
  const own = error instanceof SettingProblem
  askInAgain(own ? error.cause : error)
  const description = own ? error.message : sentenceOf(error, fallback)
  showToast({ title: own ? error.title : title, description, variant: 'destructive' })
  return description
}
