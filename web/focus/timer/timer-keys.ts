/** Where a member's timer is kept in this browser, and what of it could not be sent yet. */
export const timerKey = (userId: string) => `foldout:${userId}:timer`
export const unsentKey = (userId: string) => `foldout:${userId}:unsent-sessions`

const timerKeptEvent = 'foldout:timer-kept'

type Kept = { key: string; value: unknown }

/**
 * Says in this tab what was to be kept, which may not have worked: then nobody else knows of it. Other tabs hear by
 * themselves of what was.
 */
export function tellTimerKept(kept: Kept) {
  window.dispatchEvent(new CustomEvent(timerKeptEvent, { detail: kept }))
}

/** Calls back with what was to be kept in this tab; returns how to stop. */
export function onTimerKept(listener: (kept: Kept) => void) {
  const hear = (event: Event) => listener((event as CustomEvent<Kept>).detail)
  window.addEventListener(timerKeptEvent, hear)
  return () => window.removeEventListener(timerKeptEvent, hear)
}
