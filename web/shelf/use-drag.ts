import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'

const slack = 6
/** Distance from the window's edge that starts scrolling, and the most scrolled per frame, both in pixels. */
const edge = 90
const stride = 14

type Held = { index: number; x: number; y: number }
type Press = { index: number; x: number; y: number; scrolled: number; last: { x: number; y: number } }

export type Drag = ReturnType<typeof useDrag>

/** Drags a list item by its handle. Until the drop, only a marker shows the target. Escape cancels. */
export function useDrag(list: RefObject<HTMLElement | null>, onMove: (from: number, to: number) => void) {
  const press = useRef<Press>(undefined)
  const [held, setHeld] = useState<Held>()
  const [over, setOver] = useState<number>()

  const follow = useEffectEvent(() => {
    const at = press.current
    if (!at) return
    const shift = { x: at.last.x - at.x, y: at.last.y - at.y + window.scrollY - at.scrolled }
    if (!held && Math.hypot(shift.x, shift.y) < slack) return
    setOver((before) => placeAt(list.current, at, held) ?? before ?? at.index)
    setHeld({ index: at.index, ...shift })
  })
  const isHeld = held !== undefined
  useEffect(() => (isHeld ? scrollAtEdges(() => press.current?.last.y, follow) : undefined), [isHeld])

  const end = () => {
    press.current = undefined
    setHeld(undefined)
    setOver(undefined)
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
      if (press.current && held && over !== undefined) onMove(held.index, over)
      end()
    },
    onPointerCancel: end,
  })
  const cancelByKey = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !press.current) return false
    end()
    return true
  }
  return { held, over, handle, cancelByKey }
}

/** The position under the pointer. The dragged item keeps its own space. */
function placeAt(list: HTMLElement | null, { index, last }: Press, held: Held | undefined) {
  const place = [...(list?.children ?? [])].findIndex((row, at) => {
    const { left, right, top, bottom } = row.getBoundingClientRect()
    const [x, y] = at === index && held ? [last.x + held.x, last.y + held.y] : [last.x, last.y]
    return x >= left && x <= right && y >= top && y <= bottom
  })
  return place < 0 ? undefined : place
}

function scrollAtEdges(pointer: () => number | undefined, onScroll: () => void) {
  let frame = requestAnimationFrame(function step() {
    const y = pointer()
    const by = y === undefined ? 0 : y < edge ? -stride : y > window.innerHeight - edge ? stride : 0
    if (by !== 0) {
      window.scrollBy({ top: by, behavior: 'instant' })
      onScroll()
    }
    frame = requestAnimationFrame(step)
  })
  return () => cancelAnimationFrame(frame)
}
