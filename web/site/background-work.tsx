import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { finishSignOut } from '#web/accounts/finish-sign-out.ts'
import { keepSession } from '#web/accounts/keep-session.ts'
import { resumeSecondFactor } from '#web/accounts/sign-in/resume-second-factor.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { followViewer, hearViewerChanges } from '#web/accounts/viewer-changes.ts'
import type { TimerController } from '#web/focus/timer/timer-controller.ts'
import { watchTimer } from '#web/focus/timer/watch-timer.ts'
import { LeavingSlot } from '#web/leaving/leaving-slot.tsx'
import { usePageData } from '#web/page/page-data.tsx'
import { usePart } from '#web/ui/use-part.ts'
import { keepFocus } from './keep-focus.ts'

/** Without it the timer goes on unseen. Styles may be missing as well: only what is awaited here is caught here. */
const HeaderTimer = lazy(async () => {
  try {
    return { default: (await import('#web/focus/header/header-timer.tsx')).HeaderTimer }
  } catch {
    return { default: () => null }
  }
})

/**
 * Looks after whoever is signed in, until they have left, after their timer and the focus, and counts visits where the
 * site wants that.
 */
export function BackgroundWork() {
  const queries = useQueryClient()
  const viewerId = useViewer()?.id
  const { analytics } = usePageData().site
  const Visits = usePart(analytics !== undefined, loadVisits, () => undefined)
  const [timer, setTimer] = useState<TimerController>()
  useEffect(() => start(queries, viewerId), [queries, viewerId])
  useEffect(() => (viewerId ? watchTimer(queries, viewerId, setTimer) : undefined), [queries, viewerId])
  useEffect(() => keepFocus(document.body), [])
  return (
    <>
      <LeavingSlot />
      <Suspense>{viewerId && timer && <HeaderTimer userId={viewerId} controller={timer} />}</Suspense>
      {analytics && Visits && <Visits site={analytics} />}
    </>
  )
}

/** Where it is blocked, visits are not counted, and nobody is told of an error. */
async function loadVisits() {
  try {
    return (await import('#web/analytics/visits.tsx')).Visits
  } catch {
    return () => null
  }
}

/** Looks after who is signed in, in this tab and together with the others, until the returned function is called. */
function start(queries: QueryClient, viewerId: string | undefined) {
  const stopHearing = hearViewerChanges(() => void followViewer(queries))
  const stopKeeping = viewerId ? keepSession(queries, viewerId) : undefined
  const stopFinishing = finishSignOut(queries, viewerId)
  void resumeSecondFactor()
  return () => {
    stopFinishing()
    stopHearing()
    stopKeeping?.()
  }
}
