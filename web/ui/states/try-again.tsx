import { useEffect, useEffectEvent } from 'react'
import { ApiError, SearchError } from '#web/api/call.ts'
import { reachable } from '#web/browser/reachable.ts'
import { Button } from '../controls/button.tsx'
import { Empty } from './empty.tsx'

type TryAgainProps = {
  title: string
  /** A refusal by the server has a more precise message than the title. */
  error?: unknown
  onRetry: () => void
}

const whatToChange = ({ status }: ApiError) => (status === 400 ? 'Change the search' : 'Wait a moment')

/** Replaces content that failed to load. Retries automatically unless the server refused. */
export function TryAgain({ title, error, onRetry }: TryAgainProps) {
  const isRefused = error instanceof ApiError && error.status < 500
  useRecovery(!isRefused, onRetry)
  return (
    <Empty
      spot="empty"
      title={isRefused ? error.sentence : title}
      hint={`${isRefused ? whatToChange(error) : 'Check the connection'}, then try again.`}
    >
      {error instanceof SearchError && !isRefused && <p className="meta">{error.message}</p>}
      <Button look="second" onClick={onRetry}>
        Try again
      </Button>
    </Empty>
  )
}

/** Retries once when the site is reachable again. */
export function useRecovery(isUnread: boolean, onRetry: () => void) {
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    if (!isUnread) return
    let isGone = false
    void reachable().then(() => isGone || retry())
    return () => {
      isGone = true
    }
  }, [isUnread])
}
