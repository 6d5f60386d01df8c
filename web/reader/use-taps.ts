import { type MouseEvent, useEffect, useRef } from 'react'

/** How long a tap waits for a second one, in milliseconds. */
const doubleTapMs = 250
/** How far apart two taps may be, in pixels. */
const doubleTapDistance = 40

type Taps = { onTap: () => void; onDoubleTap: (event: MouseEvent<HTMLElement>) => void }
type FirstTap = { x: number; y: number; timer: ReturnType<typeof setTimeout> }

/** Distinguishes one tap from two. It counts, because Safari does not count the taps of a click. */
export function useTaps({ onTap, onDoubleTap }: Taps) {
  const first = useRef<FirstTap>(undefined)
  useEffect(() => () => clearTimeout(first.current?.timer), [])
  return (event: MouseEvent<HTMLElement>) => {
    const { clientX: x, clientY: y } = event
    const before = first.current
    clearTimeout(before?.timer)
    first.current = undefined
    if (before && Math.hypot(x - before.x, y - before.y) < doubleTapDistance) return onDoubleTap(event)
    const timer = setTimeout(() => {
      first.current = undefined
      onTap()
    }, doubleTapMs)
    first.current = { x, y, timer }
  }
}
