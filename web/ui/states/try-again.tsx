import { useEffect, useEffectEvent } from 'react'
import { ApiError, SearchError } from '#web/api/call.ts'
import { reachable } from '#web/browser/reachable.ts'
import { Button } from '../controls/button.tsx'
import { Empty } from './empty.tsx'

type TryAgainProps = {
  title: string
  /** Why it was not read. When the server refused to, its sentence says more than the title. */
  error?: unknown
  onRetry: () => void
}

const whatToChange = ({ status }: ApiError) => (status === 400 ? 'Change the search' : 'Wait a moment')

/**
 * In the place of something that could not be read: what it was, and a way to try once more. Unless the server refused
 * it, that happens by itself when the site can be reached again.
 */
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

/** Asks again, once, when the site can be reached: for as long as something could not be read. */
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
