import type { QueryClient } from '@tanstack/react-query'
import { onKeptChange, readKept } from './kept.ts'

/** Says in this tab that something was kept; other tabs hear of it by themselves. */
export const timerKeptEvent = 'foldout:timer-kept'

/**
 * A timer goes on wherever its person is: its code is fetched on any page, but only when this browser keeps a run or
 * a session that was not sent, or another tab begins one. Answers how to stop.
 */
export function watchTimer(queries: QueryClient, userId: string) {
  let release = () => {}
  let isWanted = true
  let isAsked = false

  function look(value: unknown) {
    if (isAsked || !hasWork(value)) return
    isAsked = true
    import('./focus/shared-desk.ts').then(
      (part) => {
        if (isWanted) release = part.holdDesk(queries, userId).release
      },
      () => {
        isAsked = false
      },
    )
  }

  const keys = ['timer', 'unsent-sessions'].map((what) => `foldout:${userId}:${what}`)
  const lookAtAll = () => {
    for (const key of keys) look(readKept(key))
  }
  const stops = keys.map((key) => onKeptChange(key, look))
  window.addEventListener(timerKeptEvent, lookAtAll)
  lookAtAll()
  return () => {
    isWanted = false
    for (const stop of stops) stop()
    window.removeEventListener(timerKeptEvent, lookAtAll)
    release()
  }
}

function hasWork(value: unknown) {
  const { timer, waiting } = (value ?? {}) as { timer?: { run?: unknown }; waiting?: unknown[] }
  return Boolean(timer?.run) || Boolean(waiting?.length)
}
