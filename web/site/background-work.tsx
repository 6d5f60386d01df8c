import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { finishSignOut } from '#web/accounts/finish-sign-out.ts'
import { keepSession } from '#web/accounts/keep-session.ts'
import { resumeSecondFactor } from '#web/accounts/sign-in/resume-second-factor.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { followViewer, hearViewerChanges } from '#web/accounts/viewer-changes.ts'
import { watchTimer } from '#web/focus/timer/watch-timer.ts'
import { LeavingSlot } from '#web/leaving/leaving-slot.tsx'
import { usePageData } from '#web/page/page-data.tsx'
import { usePart } from '#web/ui/use-part.ts'

/** Looks after whoever is signed in, until they have left, and counts visits where the site wants that. */
export function BackgroundWork() {
  const queries = useQueryClient()
  const viewerId = useViewer()?.id
  const { analytics } = usePageData().site
  const Visits = usePart(analytics !== undefined, loadVisits, () => undefined)
  useEffect(() => start(queries, viewerId), [queries, viewerId])
  return (
    <>
      <LeavingSlot />
      {analytics && Visits && <Visits site={analytics} />}
    </>
  )
}

/** Where it is blocked, visits are not counted, and nobody is told of an error. */
const loadVisits = () =>
  import('#web/analytics/visits.tsx').then(
    (part) => part.Visits,
    () => () => null,
  )

/**
 * Looks after who is signed in, in this tab and together with the others, and after the timer of whoever is, until
 * the returned function is called.
 */
function start(queries: QueryClient, viewerId: string | undefined) {
  const stopHearing = hearViewerChanges(() => void followViewer(queries))
  const stopKeeping = viewerId ? keepSession(queries, viewerId) : undefined
  const stopTiming = viewerId ? watchTimer(queries, viewerId) : undefined
  const stopFinishing = finishSignOut(queries, viewerId)
  void resumeSecondFactor()
  return () => {
    stopFinishing()
    stopHearing()
    stopKeeping?.()
    stopTiming?.()
  }
}
