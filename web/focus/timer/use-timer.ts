import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { viewerPath } from '#web/accounts/viewer.ts'
import { onStoredChange, persist, readStored, removeStored } from '#web/browser/local-storage.ts'
import { newId } from '#web/browser/new-id.ts'
import { onPage } from '#web/browser/page-events.ts'
import { onTimeChange, refreshTime, sendSession } from '../focus-calls.ts'
import { showTimeInTitle } from '../format-time.ts'
import { getOpenTimer, setOpenTimer, useOpenTimer } from './open-timer.ts'
import { readUnsentSessions } from './timer-model.ts'
import { announceEnd } from './timer-signals.ts'
import { TimerStore } from './timer-store.ts'

export function openTimer(queries: QueryClient, userId: string) {
  const current = getOpenTimer()
  if (current?.userId === userId && current.queries === queries) return current.store
  const store = new TimerStore({
    userId,
    now: Date.now,
    storage: { read: readStored, persist, remove: removeStored, onChange: onStoredChange },
    schedule: (ms, run) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    send: (session) => sendSession(queries, userId, session),
    onSentElsewhere: ({ project }) => void refreshTime(queries, { userId, projectId: project.id }),
    newId,
    isHidden: () => document.visibilityState === 'hidden',
    onEnded: (run, minutes, ranOut) => void announceEnd(userId, run, minutes, ranOut),
  })
  const cleanups = [
    store.subscribe(() => showTimeInTitle(store.remainingMs())),
    listenToPage(store),
    onTimeChange(queries),
    onViewerRead(queries, () => store.unsentSessions.retry()),
  ]
  showTimeInTitle(store.remainingMs())
  const close = () => {
    for (const stop of cleanups) stop()
    store.close()
    showTimeInTitle(null)
  }
  setOpenTimer({ userId, queries, store, close })
  return store
}

const listenToPage = ({ resume }: TimerStore) =>
  onPage({
    online: resume,
    visibilitychange: () => document.visibilityState === 'visible' && resume(),
  })

/** Calls `read` after each viewer response, because the member may have signed in again. */
const onViewerRead = (queries: QueryClient, listener: () => void) =>
  queries.getQueryCache().subscribe((event) => {
    const isSuccess = event.type === 'updated' && event.action.type === 'success'
    if (isSuccess && event.query.queryKey[0] === viewerPath) listener()
  })

export async function sendUnsent(queries: QueryClient, userId: string) {
  for (const session of readUnsentSessions(userId)) {
    if (session.problem !== undefined) continue
    const { kind } = await sendSession(queries, userId, session)
    if (kind === 'logged') discardUnsent(queries, userId, session.id)
  }
}

/** Drops a queued session in all tabs, because the server already has it. */
export const discardUnsent = (queries: QueryClient, userId: string, id: string) =>
  openTimer(queries, userId).unsentSessions.drop(id)

/** Discards the run and the queue in all tabs, when the member deletes local data. */
export function discardTimer(queries: QueryClient, userId: string) {
  const store = openTimer(queries, userId)
  const { timer, unsent } = store.read()
  if (timer.run) store.stop(timer.run.sessionId)
  for (const { id } of unsent) store.unsentSessions.drop(id)
  setOpenTimer(undefined)
}

export function useTimerStore(userId: string) {
  const queries = useQueryClient()
  useEffect(() => void openTimer(queries, userId), [queries, userId])
  return useOpenTimer(userId)
}

export const useTimer = (store: TimerStore) => useSyncExternalStore(store.subscribe, store.read)

export const useRemainingMs = (store: TimerStore) =>
  useSyncExternalStore(store.subscribe, () => {
    const remainingMs = store.remainingMs()
    return remainingMs === null ? null : Math.ceil(remainingMs / 1000) * 1000
  })
