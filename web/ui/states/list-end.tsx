import { useLingui } from '@lingui/react/macro'
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Button, buttonClass } from '../controls/button.tsx'
import { Link } from '../controls/link.tsx'
import css from './list-end.module.css'

export type ListEndProps = {
  list: {
    data?: { pages: { nextCursor: string | null }[] }
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
  soFar: string
  /** The address of the list after a cursor, for browsers without scripts and for new tabs. */
  restAt?: ((cursor: string) => string) | undefined
  children?: ReactNode
}

/** The end of a list: its Load more button or its closing line. Never loads automatically. */
export function ListEnd({ list, soFar, restAt, children }: ListEndProps) {
  const { t } = useLingui()
  const { isFetchingNextPage: isLoading, isFetchNextPageError: isFailed, fetchNextPage } = list
  const cursor = list.data?.pages.at(-1)?.nextCursor
  if (!cursor && !children) return null
  const loadMoreProps = {
    'aria-disabled': isLoading,
    onClick: (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      if (!isLoading) void fetchNextPage()
    },
    children: isLoading ? t`Loading…` : t`Load more`,
  }
  return (
    <div className={css.end}>
      {cursor ? (
        <div>
          {restAt ? (
            <Link to={restAt(cursor)} className={buttonClass({ look: 'second' })} {...loadMoreProps} />
          ) : (
            <Button look="second" {...loadMoreProps} />
          )}
          <p className={isFailed ? 'error' : 'meta'} role="status">
            {isFailed ? t`More could not be loaded. Please try again.` : soFar}
          </p>
        </div>
      ) : (
        <p className={css.fold}>{children}</p>
      )}
    </div>
  )
}

/** Focuses the first new card after Load more. */
export function useFocusOnMore(list: RefObject<HTMLElement | null>, count: number | undefined) {
  const before = useRef(count)
  useEffect(() => {
    const had = before.current
    before.current = count
    if (!had || !count || count <= had) return
    if (document.activeElement !== document.body && !list.current?.contains(document.activeElement)) return
    const card = list.current?.querySelectorAll('article')[had]
    card?.querySelector<HTMLElement>('h3 a, a')?.focus({ preventScroll: true })
  }, [list, count])
}
