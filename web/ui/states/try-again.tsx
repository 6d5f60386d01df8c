import { ApiError, SearchError } from '#web/api/call.ts'
import { Button } from '../controls/button.tsx'
import { Empty } from './empty.tsx'
import { useRecovery } from './use-recovery.ts'

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
