import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#web/api/call.ts'
import { onPage } from '#web/browser/page-events.ts'
import { signOut } from './account-calls.ts'
import { forgetSignOut, whoIsToSignOut } from './leaving.ts'
import { announceViewerChange, followViewer } from './viewer-changes.ts'

/** How long, in milliseconds, until the next try. */
const pause = 10_000

/**
 * Ends the session that could not be ended when its member left, until the returned function is called. Nobody is
 * shown as signed in meanwhile, unless the page is opened anew: the cookie is out of a script's reach.
 */
export function finishSignOut(queries: QueryClient, viewerId: string | undefined) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const whose = whoIsToSignOut()
  if (whose === undefined) return () => {}
  if (viewerId !== undefined && viewerId !== whose) {
    forgetSignOut()
    return () => {}
  }

  async function tryNow() {
    clearTimeout(timer)
    if (isOver || whoIsToSignOut() !== whose) return
    const isDone = await signOut().then(() => true, isEnded)
    if (!isDone) {
      if (!isOver) timer = setTimeout(tryNow, pause)
      return
    }
    forgetSignOut()
    announceViewerChange()
    await followViewer(queries)
  }

  const stopListening = onPage({ online: () => void tryNow() })
  void tryNow()
  return () => {
    isOver = true
    clearTimeout(timer)
    stopListening()
  }
}

const isEnded = (error: unknown) => error instanceof ApiError && error.status === 401
