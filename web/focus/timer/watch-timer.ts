import type { QueryClient } from '@tanstack/react-query'
import { onKeptChange, readKept } from '#web/browser/local-storage.ts'
import type { TimerController } from './timer-controller.ts'
import { onTimerKept, timerKey, unsentKey } from './timer-keys.ts'

/**
 * A timer goes on wherever its person is: its code is fetched on any page, but only when this browser keeps a run or
 * a session that was not sent, or this tab or another one begins one. Answers how to stop. Whoever shows the timer is
 * given it then, and told when it is let go.
 */
export function watchTimer(
  queries: QueryClient,
  userId: string,
  show: (timer: TimerController | undefined) => void,
) {
  let release = () => {}
  let isWanted = true
  let isAsked = false

  function look(value: unknown) {
    if (isAsked || !hasWork(value)) return
    isAsked = true
    import('./shared-timer.ts').then(
      (part) => {
        if (!isWanted) return
        const held = part.holdTimer(queries, userId)
        release = held.release
        show(held.controller)
      },
      () => {
        isAsked = false
      },
    )
  }

  const keys = [timerKey(userId), unsentKey(userId)]
  const stops = [
    ...keys.map((key) => onKeptChange(key, look)),
    onTimerKept(({ key, value }) => keys.includes(key) && look(value)),
  ]
  for (const key of keys) look(readKept(key))
  return () => {
    isWanted = false
    for (const stop of stops) stop()
    show(undefined)
    release()
  }
}

function hasWork(value: unknown) {
  const { timer, waiting } = (value ?? {}) as { timer?: { run?: unknown }; waiting?: unknown[] }
  return Boolean(timer?.run) || Boolean(waiting?.length)
}
