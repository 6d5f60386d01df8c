import { type MouseEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type { ReadingDirection } from '#contract/aspect-ratios.ts'
import { useSwipe } from '#web/ui/carousel/carousel.tsx'
import css from './reader-stage.module.css'
import type { Zoom } from './use-choices.ts'
import { useMousePan } from './use-mouse-pan.ts'
import { useTaps } from './use-taps.ts'

type ReaderStageProps = {
  ref: RefObject<HTMLElement | null>
  label: string
  direction: ReadingDirection
  zoom: Zoom
  pageIndex: number
  onTurn: (by: 1 | -1) => void
  onTap: () => void
  onDoubleTap: (() => void) | undefined
  children: ReactNode
}

/**
 * The scrollable pages. Taps at the edges and swipes turn pages, taps in the middle are passed on, and the mouse drags
 * an enlarged page. `direction` swaps the sides, not the DOM order.
 */
export function ReaderStage({ ref, label, direction, zoom, pageIndex, onTurn, children, ...on }: ReaderStageProps) {
  const forward = direction === 'rtl' ? -1 : 1
  const isPinched = useIsPinched()
  const swipe = useSwipe((by) => onTurn((by * forward) as 1 | -1))
  const isSwipeable = zoom === 'page' && !isPinched
  const pan = useMousePan()
  const point = useScrollOnChange(ref, pageIndex, zoom)
  const tap = useTaps({
    onTap: on.onTap,
    onDoubleTap: (event) => {
      if (!on.onDoubleTap) return
      point.current = pointAt(event)
      on.onDoubleTap()
    },
  })
  const hidesPopover = useRef(false)
  const click = (event: MouseEvent<HTMLElement>) => {
    if (pan.hasPanned() || hidesPopover.current || isOnControl(event)) return
    const step = edgeAt(event)
    if (step === 0) tap(event)
    else onTurn((step * forward) as 1 | -1)
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
      // A click outside the View panel only closes it.
      onPointerDownCapture={() => {
        hidesPopover.current = document.querySelector(':popover-open') !== null
      }}
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

/** A point of the window, and where it is in the pages, from 0 to 1. */
type TappedPoint = { x: number; y: number; across: number; down: number }

const pointAt = ({ currentTarget, clientX: x, clientY: y }: MouseEvent<HTMLElement>): TappedPoint | undefined => {
  const pages = currentTarget.firstElementChild?.getBoundingClientRect()
  return pages && { x, y, across: (x - pages.left) / pages.width, down: (y - pages.top) / pages.height }
}

/** Scrolls to the start of each page and zoom level, or keeps the double-tapped point in its place. */
function useScrollOnChange(ref: RefObject<HTMLElement | null>, pageIndex: number, zoom: Zoom) {
  const point = useRef<TappedPoint>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls for each page and zoom level
  useLayoutEffect(() => {
    const stage = ref.current
    stage?.scrollTo(0, 0)
    const pages = stage?.firstElementChild?.getBoundingClientRect()
    if (pages && point.current) {
      const { x, y, across, down } = point.current
      stage?.scrollBy(pages.left + across * pages.width - x, pages.top + down * pages.height - y)
    }
    point.current = undefined
  }, [ref, pageIndex, zoom])
  return point
}

const edgeShare = 0.25

const isOnControl = ({ target }: MouseEvent) => target instanceof Element && target.closest('a, button') !== null

/** -1 at the left edge, 1 at the right; 0 between them and on controls. */
function edgeAt(event: MouseEvent<HTMLElement>) {
  if (isOnControl(event)) return 0
  const { currentTarget, clientX } = event
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
