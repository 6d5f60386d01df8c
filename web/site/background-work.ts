import type { QueryClient } from '@tanstack/react-query'
import { finishSignOut } from '#web/accounts/finish-sign-out.ts'
import { keepSession } from '#web/accounts/keep-session.ts'
import { resumeSecondFactor } from '#web/accounts/sign-in/resume-second-factor.ts'
import { followViewer, hearViewerChanges } from '#web/accounts/viewer-changes.ts'
import { watchTimer } from '#web/focus/timer/watch-timer.ts'
import { LeavingSlot } from '#web/leaving/leaving-slot.tsx'

/**
 * Looks after who is signed in, in this tab and together with the others, and after the timer of whoever is, until
 * `stop` is called. `LeavingSlot` is for somebody who wants to leave.
 */
export function startBackgroundWork(queries: QueryClient, viewerId: string | undefined) {
  const stopHearing = hearViewerChanges(() => void followViewer(queries))
  const stopKeeping = viewerId ? keepSession(queries, viewerId) : undefined
  const stopTiming = viewerId ? watchTimer(queries, viewerId) : undefined
  const stopFinishing = finishSignOut(queries, viewerId)
  void resumeSecondFactor()
  const stop = () => {
    stopFinishing()
    stopHearing()
    stopKeeping?.()
    stopTiming?.()
  }
  return { stop, LeavingSlot }
}
