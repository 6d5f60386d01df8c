import type { QueryClient } from '@tanstack/react-query'
import { viewerPath } from '#web/api/api.ts'
import { forget, keep, onKeptChange, readKept } from '#web/browser/local-storage.ts'
import { newId } from '#web/browser/new-id.ts'
import { tellTimerKept } from '#web/focus/watch-timer.ts'
import { unsentKey } from './kept-timer.ts'
import { sendSession } from './send-session.ts'
import { siteTime } from './site-time.ts'
import { tellEnded } from './tell-ended.ts'
import { openDesk, type TimerDesk } from './timer-desk.ts'
import { showInTitle } from './title-time.ts'
import { dropKept } from './unsent-sessions.ts'
import { refreshTime } from './write-time.ts'

type Shared = { userId: string; queries: QueryClient; desk: TimerDesk; holders: number; close: () => void }

let shared: Shared | undefined

/** The timer of a member in this tab. It goes on for as long as anybody holds it, on whatever page. */
export function holdDesk(queries: QueryClient, userId: string) {
  if (shared?.userId !== userId || shared.queries !== queries) {
    shared?.close()
    shared = open(queries, userId)
  }
  const held = shared
  held.holders += 1
  return { desk: held.desk, release: () => release(held) }
}

/** A moment later, so that going from one page to another does not close and open it. */
function release(held: Shared) {
  held.holders -= 1
  queueMicrotask(() => {
    if (held.holders > 0) return
    held.close()
    if (shared === held) shared = undefined
  })
}

function open(queries: QueryClient, userId: string): Shared {
  const desk = openDesk({
    userId,
    clocks: { steady: () => performance.now(), wall: () => Date.now(), site: siteTime },
    kept: { read: readKept, keep: keepAndTell, forget, onChange: onKeptChange },
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
  const forgetTitle = desk.subscribe(() => showInTitle(desk.left()))
  const stopFollowing = followPage(desk)
  const stopHearing = onViewerRead(queries, desk.outbox.retry)
  const close = () => {
    forgetTitle()
    stopHearing()
    stopFollowing()
    desk.close()
    showInTitle(null)
  }
  showInTitle(desk.left())
  return { userId, queries, desk, holders: 0, close }
}

/** After every answer to who is signed in: somebody who has signed in again may be the one that minutes wait for. */
const onViewerRead = (queries: QueryClient, read: () => void) =>
  queries.getQueryCache().subscribe((event) => {
    const isRead = event.type === 'updated' && event.action.type === 'success'
    if (isRead && event.query.queryKey[0] === viewerPath) read()
  })

/** Forgets a session that waits to be sent though the server had it, in all tabs. */
export function dropUnsent(userId: string, id: string) {
  if (shared?.userId === userId) shared.desk.outbox.drop(id)
  else dropKept({ read: readKept, keep }, unsentKey(userId), id)
}

/** Whoever looks after the timer on every page has to hear that there is one. */
function keepAndTell(key: string, value: unknown) {
  const isKept = keep(key, value)
  tellTimerKept(key, value)
  return isKept
}

function followPage(desk: TimerDesk) {
  const seen = () => document.visibilityState === 'visible' && desk.wake()
  window.addEventListener('online', desk.wake)
  window.addEventListener('pagehide', desk.leave)
  document.addEventListener('visibilitychange', seen)
  return () => {
    window.removeEventListener('online', desk.wake)
    window.removeEventListener('pagehide', desk.leave)
    document.removeEventListener('visibilitychange', seen)
  }
}
