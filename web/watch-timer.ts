import type { QueryClient } from '@tanstack/react-query'
import { onKeptChange, readKept } from './kept.ts'

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

  const stops = ['timer', 'unsent-sessions'].map((what) => {
    const key = `foldout:${userId}:${what}`
    look(readKept(key))
    return onKeptChange(key, look)
  })
  return () => {
    isWanted = false
    for (const stop of stops) stop()
    release()
  }
}

function hasWork(value: unknown) {
  const { timer, waiting } = (value ?? {}) as { timer?: { run?: unknown }; waiting?: unknown[] }
  return Boolean(timer?.run) || Boolean(waiting?.length)
}
