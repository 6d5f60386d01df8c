import type { QueryClient } from '@tanstack/react-query'
import { onKeptChange, readKept } from '#web/browser/local-storage.ts'
import { setOpenedTimer, storeOf } from './open-timer.ts'
import { timerKey, unsentKey } from './timer-keys.ts'

/**
 * Opens the timer on any page when this browser keeps a run or a session that was not sent, or another tab begins one.
 * Only then its code is fetched. Returns how to stop, which closes the timer.
 */
export function watchTimer(queries: QueryClient, userId: string) {
  let isWanted = true

  function look(value: unknown) {
    if (storeOf(userId) || !hasWork(value)) return
    import('./use-timer.ts').then(
      ({ openTimer }) => isWanted && openTimer(queries, userId),
      // Without its code, the next change or page tries again.
      () => undefined,
    )
  }

  const keys = [timerKey(userId), unsentKey(userId)]
  const stops = keys.map((key) => onKeptChange(key, look))
  for (const key of keys) look(readKept(key))
  return () => {
    isWanted = false
    for (const stop of stops) stop()
    setOpenedTimer(undefined)
  }
}

function hasWork(value: unknown) {
  const { timer, waiting } = (value ?? {}) as { timer?: { run?: unknown }; waiting?: unknown[] }
  return Boolean(timer?.run) || Boolean(waiting?.length)
}
