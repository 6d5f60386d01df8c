import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'

const dragThreshold = 6
/** Distance from the window's edge that starts scrolling, and the most scrolled per frame, both in pixels. */
const scrollZone = 90
const maxScrollStep = 14

type Dragged = { index: number; x: number; y: number }
type Press = { index: number; x: number; y: number; scrolled: number; last: { x: number; y: number } }

export type Drag = ReturnType<typeof useDrag>

/** Drags a list item by its handle. Until the drop, only a marker shows the target. Escape cancels. */
export function useDrag(list: RefObject<HTMLElement | null>, onMove: (from: number, to: number) => void) {
  const press = useRef<Press>(undefined)
  const [dragged, setDragged] = useState<Dragged>()
  const [targetIndex, setTargetIndex] = useState<number>()

  const follow = useEffectEvent(() => {
    const at = press.current
    if (!at) return
    const offset = { x: at.last.x - at.x, y: at.last.y - at.y + window.scrollY - at.scrolled }
    if (!dragged && Math.hypot(offset.x, offset.y) < dragThreshold) return
    setTargetIndex((before) => indexAt(list.current, at, dragged) ?? before ?? at.index)
    setDragged({ index: at.index, ...offset })
  })
  const isDragging = dragged !== undefined
  useEffect(() => (isDragging ? scrollAtEdges(() => press.current?.last.y, follow) : undefined), [isDragging])

  const end = () => {
    press.current = undefined
    setDragged(undefined)
    setTargetIndex(undefined)
  }
  const handle = (index: number) => ({
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const { clientX: x, clientY: y } = event
      press.current = { index, x, y, scrolled: window.scrollY, last: { x, y } }
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
  const cancelByKey = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !press.current) return false
    end()
    return true
  }
  return { dragged, targetIndex, handle, cancelByKey }
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

function scrollAtEdges(pointer: () => number | undefined, onScroll: () => void) {
  let frame = requestAnimationFrame(function step() {
    const y = pointer()
    const by =
      y === undefined ? 0 : y < scrollZone ? -maxScrollStep : y > window.innerHeight - scrollZone ? maxScrollStep : 0
    if (by !== 0) {
      window.scrollBy({ top: by, behavior: 'instant' })
      onScroll()
    }
    frame = requestAnimationFrame(step)
  })
  return () => cancelAnimationFrame(frame)
}
