import { type PointerEvent, useRef } from 'react'
import { pageUnits, type StrokePoint } from './stroke-points.ts'

/** A stroke while it is drawn. */
type Path = { pointer: number; isTouch: boolean; erases: boolean; points: StrokePoint[]; start: number; time: number }

type PenEvents = {
  erases: boolean
  /** The height of the page in units. */
  height: number
  /** Whether a stroke may begin. */
  canDraw: () => boolean
  /** The stroke so far, or undefined if it was discarded. */
  onPath: (points: readonly StrokePoint[] | undefined) => void
  onStroke: (points: readonly StrokePoint[]) => void
  /** `swipe` is the same until the pointer is lifted. */
  onErase: (at: StrokePoint, swipe: string) => void
}

/** One pointer draws. Touches do not draw once a pen has, because they are of the hand that holds it; nor do two fingers. */
export function usePenPointers({ erases, height, canDraw, onPath, onStroke, onErase }: PenEvents) {
  const path = useRef<Path>(undefined)
  const touches = useRef(new Set<number>())
  const hasPen = useRef(false)
  const swipes = useRef(0)

  /** Two fingers begin together, but a second touch during a stroke does not remove it. */
  function endTouch({ start, erases: isErasing, points }: Path, { pointerType, timeStamp }: PointerEvent) {
    path.current = undefined
    if (pointerType === 'touch' && timeStamp - start > together && !isErasing) onStroke(points)
    else onPath(undefined)
  }
  function add(event: PointerEvent<HTMLElement>, current: Path) {
    for (const sample of samplesOf(event.nativeEvent)) {
      const point = pointOf(sample, event.currentTarget, { height, before: current })
      current.time = sample.timeStamp
      if (current.erases) onErase(point, String(swipes.current))
      else current.points.push(point)
    }
    if (!current.erases) onPath(current.points)
  }
  function onPointerDown(event: PointerEvent<HTMLElement>) {
    const { pointerId, pointerType, button, buttons } = event
    const isTouch = pointerType === 'touch'
    if (isTouch) touches.current.add(pointerId)
    hasPen.current ||= pointerType === 'pen'
    if (path.current?.isTouch) endTouch(path.current, event)
    // The other end of some pens has this button.
    const isEraserEnd = (buttons & 32) !== 0
    const isHand = isTouch && (hasPen.current || touches.current.size > 1)
    if (path.current || isHand || (button !== 0 && !isEraserEnd)) return
    const isErasing = erases || isEraserEnd
    if (!isErasing && !canDraw()) return
    event.currentTarget.setPointerCapture(pointerId)
    swipes.current += 1
    path.current = {
      pointer: pointerId,
      isTouch,
      erases: isErasing,
      points: [],
      start: event.timeStamp,
      time: event.timeStamp,
    }
    add(event, path.current)
  }
  function onPointerMove(event: PointerEvent<HTMLElement>) {
    if (path.current?.pointer === event.pointerId) add(event, path.current)
  }
  function onPointerUp(event: PointerEvent<HTMLElement>) {
    touches.current.delete(event.pointerId)
    const ended = path.current
    if (ended?.pointer !== event.pointerId) return
    path.current = undefined
    if (ended.erases) return
    const pressure = ended.points.at(-1)?.[2]
    // Steadied points lag behind a fast stroke. A cancelled pointer has no place.
    const hasEnd = event.type === 'pointerup' && pressure !== undefined
    const end: StrokePoint[] = hasEnd ? [[...placeOf(event, event.currentTarget, height), pressure]] : []
    onStroke([...ended.points, ...end])
  }
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp }
}

/** In milliseconds. */
const together = 300

/** All places of the pointer since the last event, in browsers that know them. */
function samplesOf(event: globalThis.PointerEvent) {
  const samples = event.getCoalescedEvents?.() ?? []
  return samples.length > 0 ? samples : [event]
}

/** How far outside the page a stroke can go, in units. */
const margin = 300

type Point = { clientX: number; clientY: number }
type Before = { height: number; before: Path }

function pointOf(event: globalThis.PointerEvent, sheet: HTMLElement, { height, before }: Before): StrokePoint {
  const last = before.points.at(-1)
  const [x, y] = placeOf(event, sheet, height)
  if (!last) return [x, y, 9 * (hasPressure(event) ? event.pressure : 0.4)]
  const speed = Math.hypot(x - last[0], y - last[1]) / Math.max(1, event.timeStamp - before.time)
  const pressure = 9 * (hasPressure(event) ? event.pressure : 0.72 - 0.5 * Math.min(1, speed / fastest))
  // A hand trembles, and pressure is measured coarsely.
  return [steady(last[0], x, 0.65), steady(last[1], y, 0.65), steady(last[2], pressure, 0.25)]
}

function placeOf({ clientX, clientY }: Point, sheet: HTMLElement, height: number) {
  const { left, top, width } = sheet.getBoundingClientRect()
  const x = within(((clientX - left) / width) * pageUnits, pageUnits)
  return [x, within(((clientY - top) / width) * pageUnits, height)] as const
}

const within = (value: number, side: number) => Math.min(Math.max(value, -margin), side + margin)

const steady = (before: number, now: number, share: number) => before + (now - before) * share

/** Units per millisecond of a fast stroke, which is thin without a pen that knows its pressure. */
const fastest = 16

/** Pens without pressure report one half, and that of fingers is arbitrary. */
const hasPressure = ({ pointerType, pressure }: globalThis.PointerEvent) =>
  pointerType === 'pen' && pressure > 0 && pressure !== 0.5
