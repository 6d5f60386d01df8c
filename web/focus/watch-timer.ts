import type { QueryClient } from '@tanstack/react-query'
import { onKeptChange, readKept } from '../browser/local-storage.ts'

const timerKeptEvent = 'foldout:timer-kept'

/**
 * Says in this tab what was to be kept, which may not have worked: then nobody else knows of it. Other tabs hear by
 * themselves of what was.
 */
export function tellTimerKept(key: string, value: unknown) {
  window.dispatchEvent(new CustomEvent(timerKeptEvent, { detail: { key, value } }))
}

/**
 * A timer goes on wherever its person is: its code is fetched on any page, but only when this browser keeps a run or
 * a session that was not sent, or this tab or another one begins one. Answers how to stop.
 */
export function watchTimer(queries: QueryClient, userId: string) {
  let release = () => {}
  let isWanted = true
  let isAsked = false

  function look(value: unknown) {
    if (isAsked || !hasWork(value)) return
    isAsked = true
    import('./shared-desk.ts').then(
      (part) => {
        if (isWanted) release = part.holdDesk(queries, userId).release
      },
      () => {
        isAsked = false
      },
    )
  }

  const keys = ['timer', 'unsent-sessions'].map((what) => `foldout:${userId}:${what}`)
  const hear = (event: Event) => {
    const { key, value } = (event as CustomEvent<{ key: string; value: unknown }>).detail
    if (keys.includes(key)) look(value)
  }
  const stops = keys.map((key) => onKeptChange(key, look))
  window.addEventListener(timerKeptEvent, hear)
  for (const key of keys) look(readKept(key))
  return () => {
    isWanted = false
    for (const stop of stops) stop()
    window.removeEventListener(timerKeptEvent, hear)
    release()
  }
}

function hasWork(value: unknown) {
  const { timer, waiting } = (value ?? {}) as { timer?: { run?: unknown }; waiting?: unknown[] }
  return Boolean(timer?.run) || Boolean(waiting?.length)
}
