/** Durations that the product fixes, in milliseconds (`import * as delays`). */

export const searchDebounce = 300
export const redirectAfterLogin = 100
export const redirectAfterConfirmation = 2_000
export const redirectWithoutConfirmation = 1_000
export const refreshRetry = 200
export const toastDuration = 5_000
export const toastWithActionDuration = 10_000
export const toastRemoveDelay = 1_000_000
export const tooltipOpen = 700
export const tooltipSkip = 300
