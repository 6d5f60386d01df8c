import { askInAgain } from '#web/accounts/viewer-changes.ts'
import { ApiError, sentenceOf } from '#web/api/call.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'

/** A refusal in words that are shown as they are. */
export class SettingProblem extends Error {
  readonly title: string
  constructor(title: string, sentence: string, cause?: unknown) {
    super(sentence, { cause })
    this.title = title
  }
}

/** The person was asked for the password and decided not to go on: nothing went wrong, nothing is said. */
export class NotConfirmed extends Error {}

export const isConfirmationNeeded = (error: unknown) =>
  error instanceof ApiError && error.code === 'confirmation_needed'

const fallbackSentence = 'Something went wrong. Please try again.'

/** Says in a toast why something was not done, and answers the sentence for the field it belongs to. */
export function sayProblem(error: unknown, title: string, fallback = fallbackSentence) {
  if (error instanceof NotConfirmed) return undefined
  const own = error instanceof SettingProblem
  askInAgain(own ? error.cause : error)
  const description = own ? error.message : sentenceOf(error, fallback)
  showToast({ title: own ? error.title : title, description, variant: 'destructive' })
  return description
}
