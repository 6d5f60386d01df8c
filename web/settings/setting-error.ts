import { t } from '@lingui/core/macro'
import { promptSignInIfExpired } from '#web/accounts/viewer-changes.ts'
import { ApiError, getUserMessage } from '#web/api/call.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'

export class SettingError extends Error {
  readonly title: string
  constructor(title: string, message: string, cause?: unknown) {
    super(message, { cause })
    this.title = title
  }
}

/** The member cancelled the password dialog: shows no error. */
export class ConfirmationCancelledError extends Error {}

export const isConfirmationNeeded = (error: unknown) =>
  error instanceof ApiError && error.code === 'confirmation_needed'

/** Shows an error toast, and returns the message for the field. */
export function notifySettingError(
  error: unknown,
  title: string,
  fallback = t`Something went wrong. Please try again.`,
) {
  if (error instanceof ConfirmationCancelledError) return undefined
  const isSettingError = error instanceof SettingError
  promptSignInIfExpired(isSettingError ? error.cause : error)
  const description = isSettingError ? error.message : getUserMessage(error, fallback)
  showToast({ title: isSettingError ? error.title : title, description, variant: 'destructive' })
  return description
}
