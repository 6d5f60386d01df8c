import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { viewerPath } from '#web/accounts/viewer.ts'
import { forget, keep, onKeptChange, readKept } from '#web/browser/local-storage.ts'
import { newId } from '#web/browser/new-id.ts'
import { onPage } from '#web/browser/page-events.ts'
import { hearTime, refreshTime, sendSession } from '../focus-calls.ts'
import { showInTitle } from '../shown-time.ts'
import { browserClocks } from './honest-clock.ts'
import { openedTimer, setOpenedTimer, useOpenedTimer } from './open-timer.ts'
import { unsentOf } from './timer-model.ts'
import { tellEnded } from './timer-signals.ts'
import { TimerStore } from './timer-store.ts'

export function openTimer(queries: QueryClient, userId: string) {
  const before = openedTimer()
  if (before?.userId === userId && before.queries === queries) return before.store
  const store = new TimerStore({
    userId,
    clocks: browserClocks,
    storage: { read: readKept, keep, forget, onChange: onKeptChange },
    after: (ms, run) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    send: (session) => sendSession(queries, userId, session),
    onSentElsewhere: ({ project }) => void refreshTime(queries, { userId, projectId: project.id }),
    newId,
    isHidden: () => document.visibilityState === 'hidden',
    onEnded: (run, minutes, ranOut) => void tellEnded(userId, run, minutes, ranOut),
  })
  const stops = [
    store.subscribe(() => showInTitle(store.left())),
    followPage(store),
    hearTime(queries),
    onViewerRead(queries, () => store.unsentSessions.retry()),
  ]
  showInTitle(store.left())
  const close = () => {
    for (const stop of stops) stop()
    store.close()
    showInTitle(null)
  }
  setOpenedTimer({ userId, queries, store, close })
  return store
}

const followPage = ({ wake, leave }: TimerStore) =>
  onPage({
    online: wake,
    pagehide: leave,
    visibilitychange: () => document.visibilityState === 'visible' && wake(),
  })

/** Calls `read` after each viewer response, because the member may have signed in again. */
const onViewerRead = (queries: QueryClient, read: () => void) =>
  queries.getQueryCache().subscribe((event) => {
    const isRead = event.type === 'updated' && event.action.type === 'success'
    if (isRead && event.query.queryKey[0] === viewerPath) read()
  })

export async function sendUnsent(queries: QueryClient, userId: string) {
  for (const session of unsentOf(userId)) {
    if (session.problem !== undefined) continue
    const { is } = await sendSession(queries, userId, session)
    if (is === 'logged') dropUnsent(queries, userId, session.id)
  }
}

/** Drops a queued session in all tabs, because the server already has it. */
export const dropUnsent = (queries: QueryClient, userId: string, id: string) =>
  openTimer(queries, userId).unsentSessions.drop(id)

/** Discards the run and the queue in all tabs, when the member deletes local data. */
export function dropTimer(queries: QueryClient, userId: string) {
  const store = openTimer(queries, userId)
  const { timer, unsent } = store.read()
  if (timer.run) store.stop(timer.run.sessionId)
  for (const { id } of unsent) store.unsentSessions.drop(id)
  setOpenedTimer(undefined)
}

export function useTimerStore(userId: string) {
  const queries = useQueryClient()
  useEffect(() => void openTimer(queries, userId), [queries, userId])
  return useOpenedTimer(userId)
}

export const useTimer = (store: TimerStore) => useSyncExternalStore(store.subscribe, store.read)

export const useLeft = (store: TimerStore) =>
  useSyncExternalStore(store.subscribe, () => {
    const left = store.left()
    return left === null ? null : Math.ceil(left / 1000) * 1000
  })
