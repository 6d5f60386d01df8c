import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { viewerPath } from '#web/accounts/viewer.ts'
import { forget, keep, onKeptChange, readKept } from '#web/browser/local-storage.ts'
import { newId } from '#web/browser/new-id.ts'
import { onPage } from '#web/browser/page-events.ts'
import { showInTitle } from '../shown-time.ts'
import { hearTime, refreshTime, sendSession } from '../write-time.ts'
import { browserClocks } from './honest-clock.ts'
import { dropKept } from './kept-timer.ts'
import { TimerController } from './timer-controller.ts'
import { tellTimerKept, unsentKey } from './timer-keys.ts'
import { tellEnded } from './timer-signals.ts'

type Shared = {
  userId: string
  queries: QueryClient
  controller: TimerController
  holders: number
  close: () => void
}

let shared: Shared | undefined

/** The timer of a member in this tab. It goes on for as long as anybody holds it, on whatever page. */
export function holdTimer(queries: QueryClient, userId: string) {
  if (shared?.userId !== userId || shared.queries !== queries) {
    shared?.close()
    shared = open(queries, userId)
  }
  const held = shared
  held.holders += 1
  return { controller: held.controller, release: () => release(held) }
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
  const controller = new TimerController({
    userId,
    clocks: browserClocks,
    storage: { read: readKept, keep: keepAndTell, forget, onChange: onKeptChange },
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
  const forgetTitle = controller.subscribe(() => showInTitle(controller.left()))
  const stopFollowing = followPage(controller)
  const stopHearing = onViewerRead(queries, () => controller.unsentSessions.retry())
  const close = () => {
    forgetTitle()
    stopHearing()
    stopFollowing()
    controller.close()
    showInTitle(null)
  }
  showInTitle(controller.left())
  return { userId, queries, controller, holders: 0, close }
}

/** After every answer to who is signed in: somebody who has signed in again may be the one that minutes wait for. */
const onViewerRead = (queries: QueryClient, read: () => void) =>
  queries.getQueryCache().subscribe((event) => {
    const isRead = event.type === 'updated' && event.action.type === 'success'
    if (isRead && event.query.queryKey[0] === viewerPath) read()
  })

/** Forgets a session that waits to be sent though the server had it, in all tabs. */
export function dropUnsent(userId: string, id: string) {
  if (shared?.userId === userId) shared.controller.unsentSessions.drop(id)
  else dropKept({ read: readKept, keep }, unsentKey(userId), id)
}

/** Gives up the run and what waits to be sent, in all tabs: their member wants nothing of it left here. */
export function dropTimer(queries: QueryClient, userId: string) {
  const { controller, release } = holdTimer(queries, userId)
  const { timer, unsent } = controller.read()
  if (timer.run) controller.stop(timer.run.sessionId)
  for (const { id } of unsent) controller.unsentSessions.drop(id)
  release()
}

/** Whoever looks after the timer on every page has to hear that there is one. */
function keepAndTell(key: string, value: unknown) {
  const isKept = keep(key, value)
  tellTimerKept({ key, value })
  return isKept
}

const followPage = ({ wake, leave }: TimerController) =>
  onPage({
    online: wake,
    pagehide: leave,
    visibilitychange: () => document.visibilityState === 'visible' && wake(),
  })

/** The member's timer of this tab; undefined before it is open. */
export function useTimerController(userId: string) {
  const queries = useQueryClient()
  const [controller, setController] = useState<TimerController>()
  useEffect(() => {
    hearTime(queries)
    const held = holdTimer(queries, userId)
    setController(held.controller)
    return held.release
  }, [queries, userId])
  return controller
}

/** What is set, what runs and what waits; it changes when something happens, not with every second. */
export const useTimer = (controller: TimerController) =>
  useSyncExternalStore(controller.subscribe, controller.read)

/** Milliseconds to the end of the run, in whole seconds; null while nothing runs. */
export const useLeft = (controller: TimerController) =>
  useSyncExternalStore(controller.subscribe, () => {
    const left = controller.left()
    return left === null ? null : Math.ceil(left / 1000) * 1000
  })
