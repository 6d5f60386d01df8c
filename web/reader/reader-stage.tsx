import { type MouseEvent, type ReactNode, type RefObject, useLayoutEffect, useSyncExternalStore } from 'react'
import type { ReadingDirection } from '#contract/aspect-ratios.ts'
import { useSwipe } from '#web/ui/carousel/carousel.tsx'
import css from './reader-stage.module.css'
import type { Zoom } from './use-choices.ts'
import { useMousePan } from './use-mouse-pan.ts'

type ReaderStageProps = {
  ref: RefObject<HTMLElement | null>
  label: string
  direction: ReadingDirection
  zoom: Zoom
  pageIndex: number
  onTurn: (by: 1 | -1) => void
  children: ReactNode
}

/** The scrollable pages. Edge clicks and swipes turn pages, and the mouse drags an enlarged one. `direction` swaps the sides, not the DOM order. */
export function ReaderStage({ ref, label, direction, zoom, pageIndex, onTurn, children }: ReaderStageProps) {
  const forward = direction === 'rtl' ? -1 : 1
  const isPinched = useIsPinched()
  const swipe = useSwipe((by) => onTurn((by * forward) as 1 | -1))
  const isSwipeable = zoom === 'page' && !isPinched
  const pan = useMousePan()
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls back to the start for each page and zoom level
  useLayoutEffect(() => {
    void ref.current?.scrollTo(0, 0)
  }, [ref, pageIndex, zoom])
  const click = (event: MouseEvent<HTMLElement>) => {
    if (pan.hasPanned()) return
    const step = edgeAt(event)
    if (step !== 0) onTurn((step * forward) as 1 | -1)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: useReadingKeys handles keys on the whole page
    <section
      ref={ref}
      aria-label={label}
      className={css.stage}
      style={{ direction }}
      data-zoom={zoom}
      data-shows
      data-swipes={isSwipeable ? '' : undefined}
      // A scrollable area must be focusable for keyboard users.
      tabIndex={zoom === 'page' ? -1 : 0}
      onClick={click}
      {...(isSwipeable && swipe)}
      {...(zoom !== 'page' && pan.handlers)}
      onPointerMove={(event) => {
        showEdge(event)
        if (zoom !== 'page') pan.handlers.onPointerMove(event)
      }}
    >
      {children}
    </section>
  )
}

const edgeShare = 0.25

/** -1 at the left edge, 1 at the right; 0 between them and on controls. */
function edgeAt({ target, currentTarget, clientX }: MouseEvent<HTMLElement>) {
  if (target instanceof Element && target.closest('a, button')) return 0
  const { left, width } = currentTarget.getBoundingClientRect()
  const position = (clientX - left) / width
  if (position > 1 - edgeShare) return 1
  return position < edgeShare ? -1 : 0
}

function showEdge(event: MouseEvent<HTMLElement>) {
  const name = { '-1': 'left', '0': '', '1': 'right' }[`${edgeAt(event)}`]
  if (event.currentTarget.dataset.edge !== name) event.currentTarget.dataset.edge = name
}

const useIsPinched = () =>
  useSyncExternalStore(
    onPinch,
    () => (window.visualViewport?.scale ?? 1) > 1.01,
    () => false,
  )

function onPinch(changed: () => void) {
  window.visualViewport?.addEventListener('resize', changed)
  return () => window.visualViewport?.removeEventListener('resize', changed)
}
