import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Fold } from './fold.tsx'
import './list-end.css'

type ListEndProps = {
  /** How many there are so far, in words. */
  soFar: string
  hasMore: boolean
  isLoading: boolean
  isFailed: boolean
  onMore: () => void
  /** What the visible end says. */
  children: ReactNode
}

/** Under a list: a button for more of it, or its visible end. Nothing loads by itself. */
export const ListEnd = ({ soFar, hasMore, isLoading, isFailed, onMore, children }: ListEndProps) => (
  <div className="more">
    {hasMore ? (
      <div>
        <Button look="second" aria-disabled={isLoading} onClick={() => isLoading || onMore()}>
          {isLoading ? 'Loading...' : 'Load more'}
        </Button>
        <p className={isFailed ? 'error' : 'meta'} role="status">
          {isFailed ? 'The next ones could not be loaded. Please try again.' : soFar}
        </p>
      </div>
    ) : (
      <Fold>{children}</Fold>
    )}
  </div>
)
