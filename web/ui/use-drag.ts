import {
  type CSSProperties,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { onPage } from '#web/browser/page-events.ts'

const dragThreshold = 6
/** Distance from an edge that starts scrolling, and the most scrolled per frame, both in pixels. */
const scrollZone = 90
const maxScrollStep = 14

type Dragged = { index: number; x: number; y: number }
/** `top` is where the handle was. All are distances in the window, in pixels. */
type Press = Dragged & {
  handle: Element
  top: number
  scroller: Element
  scrolled: number
  last: { x: number; y: number }
}

export type Drag = ReturnType<typeof useDrag>

/** Drags a list item by its handle. Until the drop, only a marker shows the target. Escape cancels. */
export function useDrag(list: RefObject<HTMLElement | null>, onMove: (from: number, to: number) => void) {
  const press = useRef<Press>(undefined)
  const [dragged, setDragged] = useState<Dragged>()
  const [targetIndex, setTargetIndex] = useState<number>()

  const follow = useEffectEvent(() => {
    const at = press.current
    if (!at) return
    const offset = { x: at.last.x - at.x, y: at.last.y - at.y + at.scroller.scrollTop - at.scrolled }
    if (!dragged && Math.hypot(offset.x, offset.y) < dragThreshold) return
    setTargetIndex((before) => indexAt(list.current, at, dragged) ?? before ?? at.index)
    setDragged({ index: at.index, ...offset })
  })
  const isDragging = dragged !== undefined
  useEffect(() => (isDragging ? scrollAtEdges(list, press, follow) : undefined), [isDragging, list])

  const pressed = useRef<Element>(undefined)
  const keepAtPointer = useEffectEvent(() => {
    const at = press.current
    if (!at || !dragged) return
    const shift = at.handle.getBoundingClientRect().top - at.top - (at.last.y - at.y)
    const scrolled = at.scroller.scrollTop
    at.scroller.scrollBy({ top: shift, behavior: 'instant' })
    at.scrolled = at.scroller.scrollTop
    at.y = at.last.y - dragged.y + shift - (at.scrolled - scrolled)
    follow()
  })
  // Items may be smaller while one of them is dragged.
  useLayoutEffect(() => {
    if (isDragging) keepAtPointer()
    else pressed.current?.scrollIntoView({ block: 'nearest' })
  }, [isDragging])

  const end = () => {
    press.current = undefined
    setDragged(undefined)
    setTargetIndex(undefined)
  }
  const cancelByKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // A dialog around the list stays open.
    event.stopPropagation()
    end()
  })
  useEffect(() => (isDragging ? onPage({ keydown: (event) => cancelByKey(event) }) : undefined), [isDragging])
  const handle = (index: number) => ({
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const { clientX: x, clientY: y } = event
      const scroller = scrollerOf(list.current)
      const handle = event.currentTarget
      const { top } = handle.getBoundingClientRect()
      pressed.current = handle
      press.current = { index, x, y, handle, top, scroller, scrolled: scroller.scrollTop, last: { x, y } }
    },
    onPointerMove: ({ clientX: x, clientY: y }: PointerEvent) => {
      if (!press.current) return
      press.current.last = { x, y }
      follow()
    },
    onPointerUp: () => {
      if (press.current && dragged && targetIndex !== undefined) onMove(dragged.index, targetIndex)
      end()
    },
    onPointerCancel: end,
  })
  /** For the look of an item: whether it is dragged, or on which side of it the dragged one is dropped. */
  const item = (index: number) => {
    const held = dragged?.index === index ? dragged : undefined
    return {
      'data-held': held && '',
      'data-drop': dragged && targetIndex === index ? dropSide(dragged.index, index) : undefined,
      style: held && ({ '--x': `${held.x}px`, '--y': `${held.y}px` } as CSSProperties),
    }
  }
  return { handle, item }
}

function dropSide(from: number, target: number) {
  if (from === target) return undefined
  return from < target ? 'after' : 'before'
}

/** The pane around a list, or the page. */
function scrollerOf(list: Element | null) {
  for (let pane = list?.parentElement; pane; pane = pane.parentElement)
    if (/auto|scroll/.test(getComputedStyle(pane).overflowY)) return pane
  return document.documentElement
}

/** The position under the pointer. The dragged item keeps its own space. */
function indexAt(list: HTMLElement | null, { index, last }: Press, dragged: Dragged | undefined) {
  const rowIndex = [...(list?.children ?? [])].findIndex((row, at) => {
    const { left, right, top, bottom } = row.getBoundingClientRect()
    const [x, y] = at === index && dragged ? [last.x + dragged.x, last.y + dragged.y] : [last.x, last.y]
    return x >= left && x <= right && y >= top && y <= bottom
  })
  return rowIndex < 0 ? undefined : rowIndex
}

/** Scrolls until the end of the list is in view. */
function scrollAtEdges(list: RefObject<Element | null>, press: RefObject<Press | undefined>, onScroll: () => void) {
  let frame = requestAnimationFrame(function step() {
    const { scroller, last } = press.current ?? {}
    if (scroller && last && list.current) {
      const isPage = scroller === document.documentElement
      const { top, bottom } = isPage ? { top: 0, bottom: window.innerHeight } : scroller.getBoundingClientRect()
      const shown = list.current.getBoundingClientRect()
      const isBefore = last.y < top + scrollZone && shown.top < top + scrollZone
      const isAfter = last.y > bottom - scrollZone && shown.bottom > bottom - scrollZone
      if (isBefore || isAfter) {
        scroller.scrollBy({ top: isBefore ? -maxScrollStep : maxScrollStep, behavior: 'instant' })
        onScroll()
      }
    }
    frame = requestAnimationFrame(step)
  })
  return () => cancelAnimationFrame(frame)
}
