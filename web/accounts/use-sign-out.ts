import { useLingui } from '@lingui/react/macro'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { onPage } from '#web/browser/page-events.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { signOut } from './account-calls.ts'
import { type AfterSignOut, clearPendingSignOut, prepareSignOut, readPendingSignOut } from './prepare-sign-out.ts'
import { viewerQuery } from './viewer.ts'
import { announceViewerChange, clearPrivateReads, syncViewer } from './viewer-changes.ts'

export function useSignOut(onSignedOut: (afterSignOut: AfterSignOut) => Promise<void>) {
  const { t } = useLingui()
  const isReachable = useRef(true)
  const { write } = useWrite({
    mutationFn: () => signOut(),
    onError: (error) => {
      isReachable.current = error instanceof ApiError
      showToast({ title: t`Error`, description: t`Failed to log out`, variant: 'destructive' })
    },
  })
  return async () => {
    const afterSignOut = await prepareSignOut('leaving')
    if (!afterSignOut) return
    isReachable.current = true
    if (await write()) {
      return onSignedOut(afterSignOut).finally(() => showToast({ title: t`Logged out successfully` }))
    }
    const deferSignOut = isReachable.current ? undefined : await prepareSignOut('unreachable')
    if (!deferSignOut) return
    deferSignOut()
    await onSignedOut(afterSignOut)
  }
}

export function useAfterSignOut() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async (afterSignOut: AfterSignOut) => {
    afterSignOut()
    announceViewerChange()
    queries.setQueryData(viewerQuery.queryKey, { user: null })
    await navigate('/')
    clearPrivateReads(queries)
    // A component that unmounted during navigation may have stored its work again.
    afterSignOut()
  }
}

const retryIntervalMs = 10_000

type PendingSignOut = { viewerId: string | undefined; onSignedOut: () => Promise<void> }

/** Retries a failed sign-out until the returned function is called. */
export function retryPendingSignOut(queries: QueryClient, { viewerId, onSignedOut }: PendingSignOut) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  const pendingUserId = readPendingSignOut()
  if (pendingUserId === undefined) return () => {}
  if (viewerId !== undefined && viewerId !== pendingUserId) {
    clearPendingSignOut()
    return () => {}
  }

  async function attemptSignOut() {
    clearTimeout(timer)
    if (isStopped || readPendingSignOut() !== pendingUserId) return
    const isDone = await signOut().then(() => true, isUnauthorized)
    if (!isDone) {
      if (!isStopped) timer = setTimeout(attemptSignOut, retryIntervalMs)
      return
    }
    clearPendingSignOut()
    announceViewerChange()
    await syncViewer(queries)
    await onSignedOut()
  }

  const stopListening = onPage({ online: () => void attemptSignOut() })
  void attemptSignOut()
  return () => {
    isStopped = true
    clearTimeout(timer)
    stopListening()
  }
}

const isUnauthorized = (error: unknown) => error instanceof ApiError && error.status === 401
