import type { QueryClient } from '@tanstack/react-query'
import type { Session } from '#contract/sessions.ts'
import { apiGet, viewerPath } from '#web/api/api.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { browserTabs } from './browser-tabs.ts'
import type { Clock } from './held-token.ts'
import { openSignIn } from './open-sign-in.ts'
import { startKeeping } from './session-keeper.ts'
import { followViewer, forgetPrivateReads } from './viewer-changes.ts'

let keeper: ReturnType<typeof startKeeping> | undefined

/** The access token of the viewer, for an Authorization header; undefined when there is none that is good. */
export const accessToken = () => keeper?.token()

/** How long, in milliseconds, an answer is waited for before it counts as lost. */
const patience = 20_000

/** Keeps the session of the signed-in member fresh until the returned function is called. */
export function keepSession(queries: QueryClient, userId: string) {
  const start = () => {
    keeper = startKeeping({
      userId,
      read: () => apiGet<Session>('/api/auth/session', AbortSignal.timeout(patience)),
      clock,
      isOnline: () => navigator.onLine,
      tabs: browserTabs(`foldout:session:${userId}`),
      onEnded: () => signedOut(queries),
      onChanged: () => void followViewer(queries),
    })
  }
  const stop = () => {
    keeper?.stop()
    keeper = undefined
  }
  const stopListening = listen({
    online: () => keeper?.check(),
    visibilitychange: () => document.visibilityState === 'visible' && keeper?.check(),
    // A page that is put aside for Back must not lead the tabs that are there.
    pagehide: stop,
    pageshow: () => keeper ?? start(),
  })
  start()
  return () => {
    stopListening()
    stop()
  }
}

const clock: Clock = {
  steady: () => performance.now(),
  wall: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  random: Math.random,
}

function listen(handlers: Record<string, () => void>) {
  const all = Object.entries(handlers)
  // Captured, because visibility changes are told to the document and do not come up here.
  for (const [name, handler] of all) window.addEventListener(name, handler, true)
  return () => {
    for (const [name, handler] of all) window.removeEventListener(name, handler, true)
  }
}

/** The session was refused: whoever has unsaved work is asked to sign in over it, everybody else is told. */
function signedOut(queries: QueryClient) {
  queries.setQueryData([viewerPath], { user: null })
  forgetPrivateReads(queries)
  if (isWorkUnsaved()) openSignIn({ because: 'session' })
  else showToast({ title: 'You were signed out', description: 'Sign in again to go on.' })
}

/** Whatever would ask before the tab is closed has something to lose. */
const isWorkUnsaved = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
