import { onStoredChange, persist, readStored, removeStored } from '#web/browser/local-storage.ts'

export type AfterSignOut = () => void

export type SignOutRequest = {
  /** `deleted`: the account no longer exists, so nothing can be saved. `unreachable`: the sign-out request failed. */
  reason: 'leaving' | 'unreachable' | 'deleted'
  respond: (afterSignOut: AfterSignOut | undefined) => void
}

export const signOutEvent = 'foldout:leaving'

/** Saves local work and asks about the rest. Resolves with a clean-up function, or undefined if the member stays. */
export function prepareSignOut(reason: SignOutRequest['reason']) {
  const { promise, resolve } = Promise.withResolvers<AfterSignOut | undefined>()
  const request: SignOutRequest = { reason, respond: resolve }
  const isHandled = !window.dispatchEvent(new CustomEvent(signOutEvent, { detail: request, cancelable: true }))
  // The dialog's module is not loaded, so unsaved work stays stored for its member.
  if (!isHandled) resolve(() => {})
  return promise
}

const pendingSignOutKey = 'foldout:sign-out'

/** Remembers to end this member's session when the site is reachable again. */
export const deferSignOut = (userId: string) => persist(pendingSignOutKey, userId)
export const readPendingSignOut = () => readStored(pendingSignOutKey)

export const onSignOutDeferred = (listener: () => void) =>
  onStoredChange(pendingSignOutKey, (userId) => {
    if (userId !== undefined) listener()
  })

export const clearPendingSignOut = () => removeStored(pendingSignOutKey)
