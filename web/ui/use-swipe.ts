import { type PointerEvent, useRef } from 'react'

/** How far a finger must travel, in pixels, before a page turns. */
const swipe = 40

/** -1 or 1 for a swipe, 0 for anything shorter or more upright than that. */
export function turnBySwipe(dx: number, dy: number) {
  if (Math.abs(dx) < swipe || Math.abs(dx) < Math.abs(dy)) return 0
  return dx < 0 ? 1 : -1
}

/** Turns by a finger's swipe: 1 to the left, -1 to the right. Two fingers are no swipe. */
export function useSwipe(turnBy: (by: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onPointerDown: ({ pointerType, isPrimary, clientX, clientY }: PointerEvent) => {
      start.current = pointerType === 'mouse' || !isPrimary ? null : { x: clientX, y: clientY }
    },
    onPointerUp: (event: PointerEvent) => {
      if (!start.current) return
      const by = turnBySwipe(event.clientX - start.current.x, event.clientY - start.current.y)
      start.current = null
      if (by !== 0) turnBy(by)
    },
    onPointerCancel: () => {
      start.current = null
    },
  }
}
