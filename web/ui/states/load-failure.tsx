import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent } from 'react'
import { ApiError, SearchError } from '#web/api/call.ts'
import { waitUntilReachable } from '#web/browser/wait-until-reachable.ts'
import { Button } from '../controls/button.tsx'
import { Empty } from './empty.tsx'

type LoadFailureProps = {
  title: string
  /** A refusal by the server has a more precise message than the title. */
  error?: unknown
  onRetry: () => void
}

const retryHint = ({ status }: ApiError) =>
  status === 400 ? msg`Change the search, then try again.` : msg`Wait a moment, then try again.`

/** Replaces content that failed to load. Retries automatically unless the server refused. */
export function LoadFailure({ title, error, onRetry }: LoadFailureProps) {
  const { t } = useLingui()
  const isClientError = error instanceof ApiError && error.status < 500
  useRetryWhenReachable(!isClientError, onRetry)
  return (
    <Empty
      spot="empty"
      title={isClientError ? error.userMessage : title}
      hint={t(isClientError ? retryHint(error) : msg`Check your connection, then try again.`)}
    >
      {error instanceof SearchError && !isClientError && <p className="meta">{error.message}</p>}
      <Button look="second" onClick={onRetry}>{t`Try again`}</Button>
    </Empty>
  )
}

/** Retries once when the site is reachable again. */
export function useRetryWhenReachable(hasFailed: boolean, onRetry: () => void) {
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    if (!hasFailed) return
    let isCancelled = false
    void waitUntilReachable().then(() => isCancelled || retry())
    return () => {
      isCancelled = true
    }
  }, [hasFailed])
}
