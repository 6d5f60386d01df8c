import { type PointerEvent, type RefObject, useRef } from 'react'
import { type Crop, moved, type Size, sideOf, zoomed } from './photo-crop.ts'

type Point = { x: number; y: number }
type CropPointers = {
  frame: RefObject<HTMLElement | null>
  crop: Crop
  size: Size
  onCrop: (crop: Crop) => void
}

/** A tap wanders a little, in pixels of the screen. */
const tapWanders = 4

/** One finger or the mouse drags, two fingers also zoom, and a tap brings what it meets to the middle. */
export function useCropPointers({ frame, crop, size, onCrop }: CropPointers) {
  const held = useRef(new Map<number, Point>())
  const wandered = useRef(0)
  const perPixel = () => sideOf(crop, size) / (frame.current?.clientWidth || 1)

  const begin = (event: PointerEvent) => {
    if (held.current.size === 0) wandered.current = 0
    held.current.set(event.pointerId, pointOf(event))
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const go = (event: PointerEvent) => {
    const before = held.current.get(event.pointerId)
    if (!before) return
    const spreadBefore = spreadOf(held.current)
    const now = pointOf(event)
    held.current.set(event.pointerId, now)
    wandered.current += Math.hypot(now.x - before.x, now.y - before.y)
    const share = perPixel() / held.current.size
    const next = moved(crop, size, { x: (before.x - now.x) * share, y: (before.y - now.y) * share })
    onCrop(zoomed(next, size, crop.zoom * (spreadOf(held.current) / spreadBefore)))
  }
  const end = (event: PointerEvent) => {
    const wasLast = held.current.delete(event.pointerId) && held.current.size === 0
    if (wasLast && wandered.current <= tapWanders) bringToMiddle(event)
  }
  const bringToMiddle = (event: PointerEvent) => {
    const box = frame.current?.getBoundingClientRect()
    if (!box) return
    const from = (at: number, start: number, length: number) => (at - start - length / 2) * perPixel()
    onCrop(
      moved(crop, size, {
        x: from(event.clientX, box.left, box.width),
        y: from(event.clientY, box.top, box.height),
      }),
    )
  }
  const forget = (event: PointerEvent) => void held.current.delete(event.pointerId)
  return { onPointerDown: begin, onPointerMove: go, onPointerUp: end, onPointerCancel: forget }
}

const pointOf = ({ clientX: x, clientY: y }: PointerEvent): Point => ({ x, y })

/** How far the first two fingers are apart; 1 when there are no two. */
function spreadOf(points: Map<number, Point>) {
  const [one, two] = [...points.values()]
  return one && two ? Math.max(1, Math.hypot(one.x - two.x, one.y - two.y)) : 1
}
