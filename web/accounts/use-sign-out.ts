import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { onPage } from '#web/browser/page-events.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { signOut } from './account-calls.ts'
import { forgetSignOut, type Goodbye, prepareToLeave, whoIsToSignOut } from './leaving.ts'
import { viewerQuery } from './viewer.ts'
import { announceViewerChange, followViewer, forgetPrivateReads } from './viewer-changes.ts'

export function useSignOut(leave: (goodbye: Goodbye) => Promise<void>) {
  const isReached = useRef(true)
  const { write } = useWrite({
    mutationFn: () => signOut(),
    onError: (error) => {
      isReached.current = error instanceof ApiError
      showToast({ title: 'Error', description: 'Failed to log out', variant: 'destructive' })
    },
  })
  return async () => {
    const goodbye = await prepareToLeave('leaving')
    if (!goodbye) return
    isReached.current = true
    if (await write()) {
      return leave(goodbye).finally(() => showToast({ title: 'Logged out successfully' }))
    }
    const later = isReached.current ? undefined : await prepareToLeave('unreachable')
    if (!later) return
    later()
    await leave(goodbye)
  }
}

export function useAfterSignOut() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async (goodbye: Goodbye) => {
    goodbye()
    announceViewerChange()
    queries.setQueryData(viewerQuery.queryKey, { user: null })
    await navigate('/')
    forgetPrivateReads(queries)
    // A component that unmounted during navigation may have stored its work again.
    goodbye()
  }
}

const pause = 10_000

/** Retries a failed sign-out until the returned function is called. */
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
