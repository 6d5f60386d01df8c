import type { QueryClient } from '@tanstack/react-query'
import type * as contract from '#contract/sessions.ts'
import { call } from '#web/api/call.ts'
import { onPage } from '#web/browser/page-events.ts'
import { openTabChannel } from '#web/browser/tab-channel.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { type Clock, startRefreshing } from './refresh-session.ts'
import { openSignIn, viewerQuery } from './viewer.ts'
import { followViewer, forgetPrivateReads } from './viewer-changes.ts'

const readSession = call<typeof contract.readSession>('GET', '/api/auth/session')

/** Request timeout in milliseconds. */
const patience = 20_000

export function keepSession(queries: QueryClient, userId: string) {
  const ends = openTabChannel(sessionEnds(userId), () => refreshing && end())
  const start = () =>
    startRefreshing({
      userId,
      read: () => readSession({ signal: AbortSignal.timeout(patience) }),
      clock,
      isOnline: () => navigator.onLine,
      onEnded: () => {
        ends.tell('ended')
        end()
      },
      onChanged: () => void followViewer(queries),
    })
  let refreshing: ReturnType<typeof start> | undefined = start()
  const stop = () => {
    refreshing?.stop()
    refreshing = undefined
  }
  const end = () => {
    stop()
    signedOut(queries)
  }
  const stopListening = onPage({
    online: () => refreshing?.check(),
    visibilitychange: () => document.visibilityState === 'visible' && refreshing?.check(),
    // A page in the back/forward cache receives no messages, so refreshing restarts when it is restored.
    pagehide: stop,
    pageshow: () => {
      refreshing ??= start()
    },
  })
  return () => {
    ends.close()
    stopListening()
    stop()
  }
}

export const sessionEnds = (userId: string) => `foldout:session-ends:${userId}`

const clock: Clock = {
  steady: () => performance.now(),
  wall: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  random: Math.random,
}

/** Members with unsaved work sign in again without leaving the page. Others see a toast. */
function signedOut(queries: QueryClient) {
  queries.setQueryData(viewerQuery.queryKey, { user: null })
  forgetPrivateReads(queries)
  if (isWorkUnsaved()) openSignIn({ because: 'session' })
  else showToast({ title: 'You were signed out', description: 'Sign in again to continue.' })
}

const isWorkUnsaved = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
