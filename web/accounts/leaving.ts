import { forget, keep, onKeptChange, readKept } from '#web/browser/local-storage.ts'

export type Goodbye = () => void

export type LeavingRequest = {
  /** `deleted`: the account no longer exists, so nothing can be saved. `unreachable`: the sign-out request failed. */
  why: 'leaving' | 'unreachable' | 'deleted'
  answer: (goodbye: Goodbye | undefined) => void
}

export const leavingEvent = 'foldout:leaving'

/** Saves local work and asks about the rest. Resolves with a clean-up function, or undefined if the member stays. */
export function prepareToLeave(why: LeavingRequest['why']) {
  const { promise, resolve } = Promise.withResolvers<Goodbye | undefined>()
  const request: LeavingRequest = { why, answer: resolve }
  const isHeard = !window.dispatchEvent(new CustomEvent(leavingEvent, { detail: request, cancelable: true }))
  // The dialog's module is not loaded, so unsaved work stays stored for its member.
  if (!isHeard) resolve(() => {})
  return promise
}

const signOutKey = 'foldout:sign-out'

/** Remembers to end this member's session when the site is reachable again. */
export const signOutLater = (userId: string) => keep(signOutKey, userId)
export const whoIsToSignOut = () => readKept(signOutKey)

export const hearSignOutLater = (heard: () => void) =>
  onKeptChange(signOutKey, (userId) => {
    if (userId !== undefined) heard()
  })

export const forgetSignOut = () => forget(signOutKey)
