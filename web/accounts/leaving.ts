import { forget, keep, onKeptChange, readKept } from '#web/browser/local-storage.ts'

export type Goodbye = () => void

export type LeavingRequest = {
  /** `deleted`: the account is deleted, so nothing can be saved. `unreachable`: sign-out failed. */
  why: 'leaving' | 'unreachable' | 'deleted'
  answer: (goodbye: Goodbye | undefined) => void
}

export const leavingEvent = 'foldout:leaving'

/** Saves local work, asks about the rest, and resolves with what to do afterwards. */
export function prepareToLeave(why: LeavingRequest['why']) {
  const { promise, resolve } = Promise.withResolvers<Goodbye | undefined>()
  const request: LeavingRequest = { why, answer: resolve }
  const isHeard = !window.dispatchEvent(new CustomEvent(leavingEvent, { detail: request, cancelable: true }))
  // The module that would ask is not loaded: the work stays saved for its member.
  if (!isHeard) resolve(() => {})
  return promise
}

const signOutKey = 'foldout:sign-out'

/** Ends this member's session as soon as the site is reachable. */
export const signOutLater = (userId: string) => keep(signOutKey, userId)
export const whoIsToSignOut = () => readKept(signOutKey)

export const hearSignOutLater = (heard: () => void) =>
  onKeptChange(signOutKey, (userId) => {
    if (userId !== undefined) heard()
  })

export const forgetSignOut = () => forget(signOutKey)
