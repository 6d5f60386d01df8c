import {
  type CSSProperties,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { onPage } from '#web/browser/page-events.ts'

const dragThreshold = 6
/** Distance from an edge that starts scrolling, and the most scrolled per frame, both in pixels. */
const scrollZone = 90
const maxScrollStep = 14

type Dragged = { index: number; x: number; y: number }
type Press = Dragged & { scroller: Element; scrolled: number; last: { x: number; y: number } }

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
  useEffect(() => (isDragging ? scrollAtEdges(() => press.current, follow) : undefined), [isDragging])

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
      press.current = { index, x, y, scroller, scrolled: scroller.scrollTop, last: { x, y } }
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

function scrollAtEdges(press: () => Press | undefined, onScroll: () => void) {
  let frame = requestAnimationFrame(function step() {
    const { scroller, last } = press() ?? {}
    if (scroller && last) {
      const isPage = scroller === document.documentElement
      const { top, bottom } = isPage ? { top: 0, bottom: window.innerHeight } : scroller.getBoundingClientRect()
      const by = last.y < top + scrollZone ? -maxScrollStep : last.y > bottom - scrollZone ? maxScrollStep : 0
      if (by !== 0) {
        scroller.scrollBy({ top: by, behavior: 'instant' })
        onScroll()
      }
    }
    frame = requestAnimationFrame(step)
  })
  return () => cancelAnimationFrame(frame)
}
