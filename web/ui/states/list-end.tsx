import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import css from './list-end.module.css'

type ListEndProps = {
  /** As `useList` reads it. */
  list: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
  /** How many there are so far, in words. */
  soFar: string
  /** What the visible end says; without it a list that is whole just stops. */
  children?: ReactNode
}

/** Under a list: a button for more of it, or its visible end. Nothing loads by itself. */
export function ListEnd({ list, soFar, children }: ListEndProps) {
  const { hasNextPage, isFetchingNextPage: isLoading, isFetchNextPageError: isFailed, fetchNextPage } = list
  if (!hasNextPage && !children) return null
  return (
    <div className={css.end}>
      {hasNextPage ? (
        <div>
          <Button look="second" aria-disabled={isLoading} onClick={() => isLoading || void fetchNextPage()}>
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
}

/** A dashed line that says where something ends. */
const Fold = ({ children }: { children: ReactNode }) => <p className={css.fold}>{children}</p>
