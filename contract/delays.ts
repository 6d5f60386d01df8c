/** Durations that the product fixes, in milliseconds (`import * as delays`). */

export const searchDebounce = 300
export const redirectAfterLogin = 100
export const redirectAfterConfirming = 2_000
export const redirectWithNothingToConfirm = 1_000
export const refreshRetry = 200
export const toastShown = 5_000
export const toastRemoved = 1_000_000
export const tooltipOpen = 700
export const tooltipSkip = 300
