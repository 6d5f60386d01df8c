import { Button } from './button.tsx'
import { Empty } from './empty.tsx'

/** In the place of something that could not be read: what it was, and a way to try once more. */
export const TryAgain = ({ title, onRetry }: { title: string; onRetry: () => void }) => (
  <Empty spot="empty" title={title} hint="Check the connection, then try again.">
    <Button look="second" onClick={onRetry}>
      Try again
    </Button>
  </Empty>
)
