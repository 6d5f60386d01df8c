import { forget, keep, onKeptChange, readKept } from '#web/browser/local-storage.ts'

export type Goodbye = () => void

export type LeavingRequest = {
  /** `deleted`: the account is gone, and nothing of it can be kept. `unreachable`: the site could not be told. */
  why: 'leaving' | 'unreachable' | 'deleted'
  answer: (goodbye: Goodbye | undefined) => void
}

export const leavingEvent = 'foldout:leaving'

/** Saves what only this browser has, asks about the rest, and resolves with what to do afterwards, if anything. */
export function prepareToLeave(why: LeavingRequest['why']) {
  const { promise, resolve } = Promise.withResolvers<Goodbye | undefined>()
  const request: LeavingRequest = { why, answer: resolve }
  const isHeard = !window.dispatchEvent(new CustomEvent(leavingEvent, { detail: request, cancelable: true }))
  // The part that would ask has not arrived: whatever is kept stays with its member.
  if (!isHeard) resolve(() => {})
  return promise
}

const signOutKey = 'foldout:sign-out'

/** The session of this member is to be ended as soon as the site can be reached. */
export const signOutLater = (userId: string) => keep(signOutKey, userId)
export const whoIsToSignOut = () => readKept(signOutKey)

export const hearSignOutLater = (heard: () => void) =>
  onKeptChange(signOutKey, (userId) => {
    if (userId !== undefined) heard()
  })

/** Done; or somebody has signed in, whose session nobody asked to end. */
export const forgetSignOut = () => forget(signOutKey)
