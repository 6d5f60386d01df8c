import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { maintainSession } from '#web/accounts/maintain-session.ts'
import { followInviteLink, resumeSecondFactor } from '#web/accounts/sign-in/sign-in-links.ts'
import { retryPendingSignOut } from '#web/accounts/use-sign-out.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { onViewerChange, syncViewer } from '#web/accounts/viewer-changes.ts'
import { useOpenTimer } from '#web/focus/timer/open-timer.ts'
import { watchTimer } from '#web/focus/timer/watch-timer.ts'
import { withSentences } from '#web/languages/browser-i18n.ts'
import { isOfflineCopy, notifyOfflineCopy } from '#web/offline/offline-copy-notice.ts'
import { removeWorkspaceOfOthers } from '#web/offline/offline-workspace.ts'
import { usePageData } from '#web/page-data/page-data.tsx'
import { SignOutSlot } from '#web/sign-out/sign-out-slot.tsx'
import { lazyOptional } from '#web/ui/lazy-optional.ts'
import { followThemeChoice } from '#web/ui/theme-choice.ts'
import { restoreLostFocus } from './restore-lost-focus.ts'
import { startScrollRestoration } from './scroll-restoration.ts'
import { ThemeSelect } from './theme-select.tsx'

const HeaderTimer = lazyOptional(() =>
  withSentences('making', () => import('#web/focus/header/header-timer.tsx')).then((module) => module.HeaderTimer),
)
const Visits = lazyOptional(() => import('#web/analytics/visits.tsx').then((module) => module.Visits))

/** Refreshes the session, offers the theme, watches timer and keyboard focus, and counts visits if enabled. */
export function BackgroundWork() {
  const queries = useQueryClient()
  const viewer = useViewer()
  const viewerId = viewer?.id
  const isViewerKnown = viewer !== undefined
  const { analytics } = usePageData().site
  const timer = useOpenTimer(viewerId)
  useEffect(() => followSession(queries, viewerId), [queries, viewerId])
  useEffect(() => (viewerId ? watchTimer(queries, viewerId) : undefined), [queries, viewerId])
  useEffect(() => {
    if (isViewerKnown && !isOfflineCopy()) void removeWorkspaceOfOthers(viewerId)
  }, [isViewerKnown, viewerId])
  useEffect(() => restoreLostFocus(document.body), [])
  useEffect(refreshOfflineCopies, [])
  useEffect(notifyOfflineCopy, [])
  useEffect(followThemeChoice, [])
  useScrollRestoration(queries)
  return (
    <>
      <SignOutSlot />
      <ThemeSelect />
      <Suspense>{viewerId && timer && <HeaderTimer userId={viewerId} store={timer} />}</Suspense>
      <Suspense>{analytics && <Visits site={analytics} />}</Suspense>
    </>
  )
}

function useScrollRestoration(queries: QueryClient) {
  const { key } = useLocation()
  const restoration = useRef<ReturnType<typeof startScrollRestoration>>(undefined)
  useEffect(() => {
    restoration.current = startScrollRestoration(queries)
    return restoration.current.stop
  }, [queries])
  useEffect(() => restoration.current?.onPageRendered(key), [key])
}

function refreshOfflineCopies() {
  if (!navigator.serviceWorker?.controller) return
  import('#web/offline/refresh-offline-zines.ts').then(
    (module) => module.refreshOfflineZines(),
    () => undefined,
  )
}

/** Handles the session and follows viewer changes in other tabs. Returns a stop function. */
function followSession(queries: QueryClient, viewerId: string | undefined) {
  const stopListening = onViewerChange(() => void syncViewer(queries))
  const stopRefreshing = viewerId ? maintainSession(queries, viewerId) : undefined
  // Until it is done, the site may confirm to a tab that the member is signed in, and the tab save their texts again.
  const onSignedOut = () => removeWorkspaceOfOthers(undefined)
  const stopSignOut = retryPendingSignOut(queries, { viewerId, onSignedOut })
  void resumeSecondFactor()
  followInviteLink(viewerId !== undefined)
  return () => {
    stopSignOut()
    stopListening()
    stopRefreshing?.()
  }
}
