import type { QueryClient } from '@tanstack/react-query'
import { keepSession } from '#web/accounts/keep-session.ts'
import { resumeSecondFactor } from '#web/accounts/sign-in/resume-second-factor.ts'
import { followViewer, hearViewerChanges } from '#web/accounts/viewer-changes.ts'
import { watchTimer } from '#web/focus/timer/watch-timer.ts'

/**
 * Looks after who is signed in, in this tab and together with the others, and after the timer of whoever is, until
 * the returned function is called.
 */
export function startBackgroundWork(queries: QueryClient, viewerId: string | undefined) {
  const stopHearing = hearViewerChanges(() => void followViewer(queries))
  const stopKeeping = viewerId ? keepSession(queries, viewerId) : undefined
  const stopTiming = viewerId ? watchTimer(queries, viewerId) : undefined
  void resumeSecondFactor()
  return () => {
    stopHearing()
    stopKeeping?.()
    stopTiming?.()
  }
}
