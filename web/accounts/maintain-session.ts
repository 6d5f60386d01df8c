import { t } from '@lingui/core/macro'
import type { QueryClient } from '@tanstack/react-query'
import type * as contract from '#contract/sessions.ts'
import { call } from '#web/api/call.ts'
import { onPage } from '#web/browser/page-events.ts'
import { openTabChannel } from '#web/browser/tab-channel.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { type Clock, startRefreshing } from './refresh-session.ts'
import { openSignIn, viewerQuery } from './viewer.ts'
import { clearPrivateReads, syncViewer } from './viewer-changes.ts'

const readSession = call<typeof contract.readSession>('GET', '/api/auth/session')

/** Request timeout in milliseconds. */
const timeoutMs = 20_000

export function maintainSession(queries: QueryClient, userId: string) {
  const endChannel = openTabChannel(sessionEndChannelName(userId), () => refresher && endSession())
  const start = () =>
    startRefreshing({
      userId,
      read: () => readSession({ signal: AbortSignal.timeout(timeoutMs) }),
      clock,
      isOnline: () => navigator.onLine,
      onEnded: () => {
        endChannel.send('ended')
        endSession()
      },
      onChanged: () => void syncViewer(queries),
    })
  let refresher: ReturnType<typeof start> | undefined = start()
  const stop = () => {
    refresher?.stop()
    refresher = undefined
  }
  const endSession = () => {
    stop()
    handleSessionEnd(queries)
  }
  const stopListening = onPage({
    online: () => refresher?.check(),
    visibilitychange: () => document.visibilityState === 'visible' && refresher?.check(),
    // A page in the back/forward cache receives no messages, so refreshing restarts when it is restored.
    pagehide: stop,
    pageshow: () => {
      refresher ??= start()
    },
  })
  return () => {
    endChannel.close()
    stopListening()
    stop()
  }
}

export const sessionEndChannelName = (userId: string) => `foldout:session-ends:${userId}`

const clock: Clock = {
  monotonicMs: () => performance.now(),
  wallClockMs: () => Date.now(),
  schedule: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  random: Math.random,
}

/** Members with unsaved work sign in again without leaving the page. Others see a toast. */
function handleSessionEnd(queries: QueryClient) {
  queries.setQueryData(viewerQuery.queryKey, { user: null })
  clearPrivateReads(queries)
  if (isWorkUnsaved()) openSignIn({ reason: 'session' })
  else showToast({ title: t`You were signed out`, description: t`Sign in again to continue.` })
}

const isWorkUnsaved = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
