import type { QueryClient } from '@tanstack/react-query'
import { onKeptChange } from '#web/browser/local-storage.ts'
import { setOpenedTimer, storeOf } from './open-timer.ts'
import { isTimerRunning, timerKey, unsentKey, unsentOf } from './timer-model.ts'

/** Loads the timer only if this browser has a run or an unsent session. Returns a stop function. */
export function watchTimer(queries: QueryClient, userId: string) {
  let isWanted = true

  function look() {
    const hasWork = isTimerRunning(userId) || unsentOf(userId).length > 0
    if (!hasWork || storeOf(userId)) return
    import('./use-timer.ts').then(
      ({ openTimer }) => isWanted && openTimer(queries, userId),
      // The next change or page retries.
      () => undefined,
    )
  }

  const stops = [timerKey(userId), unsentKey(userId)].map((key) => onKeptChange(key, look))
  look()
  return () => {
    isWanted = false
    for (const stop of stops) stop()
    setOpenedTimer(undefined)
  }
}
