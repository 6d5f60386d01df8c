import type { QueryClient } from '@tanstack/react-query'
import { onStoredChange } from '#web/browser/local-storage.ts'
import { withSentences } from '#web/languages/browser-i18n.ts'
import { getTimerStore, setOpenTimer } from './open-timer.ts'
import { isTimerRunning, readUnsentSessions, timerKey, unsentKey } from './timer-model.ts'

/** Loads the timer only if this browser has a run or an unsent session. Returns a stop function. */
export function watchTimer(queries: QueryClient, userId: string) {
  let isActive = true

  function openIfNeeded() {
    const hasWork = isTimerRunning(userId) || readUnsentSessions(userId).length > 0
    if (!hasWork || getTimerStore(userId)) return
    withSentences('making', () => import('./use-timer.ts')).then(
      ({ openTimer }) => isActive && openTimer(queries, userId),
      // The next change or page retries.
      () => undefined,
    )
  }

  const cleanups = [timerKey(userId), unsentKey(userId)].map((key) => onStoredChange(key, openIfNeeded))
  openIfNeeded()
  return () => {
    isActive = false
    for (const stop of cleanups) stop()
    setOpenTimer(undefined)
  }
}
