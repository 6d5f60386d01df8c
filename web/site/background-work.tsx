import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { keepSession } from '#web/accounts/keep-session.ts'
import { followInviteLink, resumeSecondFactor } from '#web/accounts/sign-in/sign-in-links.ts'
import { finishSignOut } from '#web/accounts/use-sign-out.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { followViewer, hearViewerChanges } from '#web/accounts/viewer-changes.ts'
import { useOpenedTimer } from '#web/focus/timer/open-timer.ts'
import { watchTimer } from '#web/focus/timer/watch-timer.ts'
import { LeavingSlot } from '#web/leaving/leaving-slot.tsx'
import { tellKeptCopy } from '#web/offline/kept-copy.ts'
import { usePageData } from '#web/page/page-data.tsx'
import { lazyOrNothing } from '#web/ui/lazy-or-nothing.ts'
import { keepFocus } from './keep-focus.ts'

const HeaderTimer = lazyOrNothing(() =>
  import('#web/focus/header/header-timer.tsx').then((part) => part.HeaderTimer),
)
const Visits = lazyOrNothing(() => import('#web/analytics/visits.tsx').then((part) => part.Visits))

/** Refreshes the session, watches timer and keyboard focus, and counts visits if enabled. */
export function BackgroundWork() {
  const queries = useQueryClient()
  const viewerId = useViewer()?.id
  const { analytics } = usePageData().site
  const timer = useOpenedTimer(viewerId)
  useEffect(() => start(queries, viewerId), [queries, viewerId])
  useEffect(() => (viewerId ? watchTimer(queries, viewerId) : undefined), [queries, viewerId])
  useEffect(() => keepFocus(document.body), [])
  useEffect(followKept, [])
  useEffect(tellKeptCopy, [])
  return (
    <>
      <LeavingSlot />
      <Suspense>{viewerId && timer && <HeaderTimer userId={viewerId} store={timer} />}</Suspense>
      <Suspense>{analytics && <Visits site={analytics} />}</Suspense>
    </>
  )
}

function followKept() {
  if (!navigator.serviceWorker?.controller) return
  import('#web/offline/follow-kept.ts').then(
    (part) => part.followKept(),
    () => undefined,
  )
}

/** Handles the session and follows viewer changes in other tabs. Returns a stop function. */
function start(queries: QueryClient, viewerId: string | undefined) {
  const stopHearing = hearViewerChanges(() => void followViewer(queries))
  const stopKeeping = viewerId ? keepSession(queries, viewerId) : undefined
  const stopFinishing = finishSignOut(queries, viewerId)
  void resumeSecondFactor()
  followInviteLink(viewerId !== undefined)
  return () => {
    stopFinishing()
    stopHearing()
    stopKeeping?.()
  }
}
