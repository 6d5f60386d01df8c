import {
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { onPage } from '#web/browser/page-events.ts'

/** The page was pressed at `x`, `y`. It moves only while it is lifted. */
type Drag = { from: number; to: number; x: number; y: number; isTouch: boolean; isLifted: boolean }

/** Milliseconds that a finger holds a page before the page is lifted. Browsers open their menus after 500. */
const holdMs = 300
const dragThreshold = 6

/**
 * Moves a page with the mouse, or with a finger that holds it first, because a swipe scrolls. Listens on the window,
 * because moving the dragged element in the DOM ends pointer capture.
 */
export function useStripDrag(strip: RefObject<HTMLOListElement | null>, onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag>()
  const pointer = useRef({ x: 0, y: 0 })
  const hasMoved = () =>
    drag !== undefined && Math.hypot(pointer.current.x - drag.x, pointer.current.y - drag.y) >= dragThreshold
  const isLifted = drag?.isLifted ?? false

  const follow = useEffectEvent(({ clientX, clientY }: PointerEvent) => {
    pointer.current = { x: clientX, y: clientY }
    if (!drag || drag.isLifted || !hasMoved()) return
    setDrag(drag.isTouch ? undefined : { ...drag, isLifted: true })
  })
  const drop = useEffectEvent(() => {
    setDrag(undefined)
    if (!drag || !strip.current || !(drag.isLifted || (!drag.isTouch && hasMoved()))) return
    const to = nearestPage(strip.current, pointer.current)
    if (to !== drag.from) onMove(drag.from, to)
  })
  const isPressed = drag !== undefined
  useEffect(() => {
    if (!isPressed) return
    return onPage({
      pointermove: (event) => follow(event),
      pointerup: () => drop(),
      pointercancel: () => setDrag(undefined),
    })
  }, [isPressed])

  useHold(drag?.isTouch === true && !isLifted, () => setDrag(drag && { ...drag, isLifted: true }))
  useEveryFrame(isLifted, () => {
    if (!drag || !strip.current || !hasMoved()) return
    scrollNearEdge(strip.current, pointer.current)
    const to = nearestPage(strip.current, pointer.current)
    if (to !== drag.to) setDrag({ ...drag, to })
  })
  useNoTouchDefaults(strip, isLifted)
  return {
    lifted: drag?.isLifted ? drag : undefined,
    start({ button, isPrimary, pointerType, clientX: x, clientY: y }: ReactPointerEvent, from: number) {
      if (button !== 0 || !isPrimary) return
      pointer.current = { x, y }
      setDrag({ from, to: from, x, y, isTouch: pointerType !== 'mouse', isLifted: false })
    },
  }
}

function useHold(isHolding: boolean, onHeld: () => void) {
  const lift = useEffectEvent(() => {
    navigator.vibrate?.(15)
    onHeld()
  })
  useEffect(() => {
    if (!isHolding) return
    const timer = setTimeout(() => lift(), holdMs)
    return () => clearTimeout(timer)
  }, [isHolding])
}

/** Not only when the pointer moves: near an edge, the strip scrolls under a pointer that rests. */
function useEveryFrame(isRunning: boolean, onFrame: () => void) {
  const run = useEffectEvent(onFrame)
  useEffect(() => {
    if (!isRunning) return
    let frame = requestAnimationFrame(function next() {
      run()
      frame = requestAnimationFrame(next)
    })
    return () => cancelAnimationFrame(frame)
  }, [isRunning])
}

/** A finger with a lifted page neither scrolls nor opens the browser's menu. */
function useNoTouchDefaults(strip: RefObject<HTMLOListElement | null>, isLifted: boolean) {
  const prevent = useEffectEvent((event: Event) => isLifted && event.cancelable && event.preventDefault())
  useEffect(() => {
    const list = strip.current
    const onTouch = (event: Event) => prevent(event)
    // Safari heeds only listeners that exist before the touch starts.
    list?.addEventListener('touchmove', onTouch, { passive: false })
    list?.addEventListener('contextmenu', onTouch)
    return () => {
      list?.removeEventListener('touchmove', onTouch)
      list?.removeEventListener('contextmenu', onTouch)
    }
  }, [strip])
}

type Point = { x: number; y: number }

const edgeSize = 40

/** Scrolls faster the closer the pointer is to the edge of the strip's visible part. */
function scrollNearEdge(list: HTMLElement, { x, y }: Point) {
  const { left, right, top, bottom } = list.getBoundingClientRect()
  const down = scrollStep(y, Math.max(top, 0), Math.min(bottom, window.innerHeight))
  list.scrollBy(scrollStep(x, left, right), down)
}

function scrollStep(at: number, start: number, end: number) {
  const beyond = Math.max(at - (end - edgeSize), 0) - Math.max(start + edgeSize - at, 0)
  return Math.max(-edgeSize, Math.min(edgeSize, beyond)) / 4
}

/** The index of the page whose place is nearest to the pointer. */
function nearestPage(list: HTMLElement, { x, y }: Point) {
  const distances = [...list.querySelectorAll('li[data-status]')].map((page) => {
    const { left, width, top, height } = page.getBoundingClientRect()
    return Math.hypot(x - left - width / 2, y - top - height / 2)
  })
  return distances.indexOf(Math.min(...distances))
}
