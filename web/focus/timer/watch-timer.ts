import type { QueryClient } from '@tanstack/react-query'
import { onKeptChange } from '#web/browser/local-storage.ts'
import { setOpenedTimer, storeOf } from './open-timer.ts'
import { isTimerRunning, timerKey, unsentKey, unsentOf } from './timer-model.ts'

/**
 * Opens the timer on any page when this browser keeps a run or a session that was not sent, or another tab begins one.
 * Only then its code is fetched. Returns how to stop, which closes the timer.
 */
export function watchTimer(queries: QueryClient, userId: string) {
  let isWanted = true

  function look() {
    const hasWork = isTimerRunning(userId) || unsentOf(userId).length > 0
    if (!hasWork || storeOf(userId)) return
    import('./use-timer.ts').then(
      ({ openTimer }) => isWanted && openTimer(queries, userId),
      // Without its code, the next change or page tries again.
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
