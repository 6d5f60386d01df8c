import { type PointerEvent, useRef } from 'react'

/** Shorter movements are clicks. */
const panThreshold = 4

type Press = { x: number; y: number; left: number; top: number; isMoving: boolean }

/** Lets the mouse drag the content of a scrollable element. `hasPanned` distinguishes the click that ends a drag. */
export function useMousePan() {
  const press = useRef<Press | null>(null)
  const hasPanned = useRef(false)
  const end = () => {
    press.current = null
  }
  const handlers = {
    onPointerDown({ pointerType, button, target, currentTarget, clientX: x, clientY: y }: PointerEvent<HTMLElement>) {
      hasPanned.current = false
      // On a scrollbar, the target is the element itself.
      const isOnContent = target !== currentTarget && target instanceof Element && !target.closest('a, button')
      if (pointerType !== 'mouse' || button !== 0 || !isOnContent) return
      press.current = { x, y, left: currentTarget.scrollLeft, top: currentTarget.scrollTop, isMoving: false }
    },
    onPointerMove({ pointerId, buttons, currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) {
      if (buttons === 0) end()
      if (!press.current) return
      const { x, y, left, top, isMoving } = press.current
      if (!isMoving && Math.hypot(clientX - x, clientY - y) < panThreshold) return
      press.current.isMoving = true
      hasPanned.current = true
      currentTarget.setPointerCapture(pointerId)
      currentTarget.dataset.pans = ''
      currentTarget.scrollTo(left - (clientX - x), top - (clientY - y))
    },
    onPointerUp: end,
    onPointerCancel: end,
    onLostPointerCapture: ({ currentTarget }: PointerEvent<HTMLElement>) => delete currentTarget.dataset.pans,
  }
  return { handlers, hasPanned: () => hasPanned.current }
}
