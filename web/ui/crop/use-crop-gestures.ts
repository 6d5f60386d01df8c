import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { type Crop, moveCrop, type Point, type Size, zoomCrop } from './crop.ts'

export type Cropping = {
  crop: Crop
  picture: Size
  /** Only the ratio of its sides counts. */
  frame: Size
  maxZoom: number
  onCrop: (crop: Crop) => void
}

const zoomStep = 0.25
const keyStep = 0.05
const arrows: Record<string, [number, number] | undefined> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Arrow keys move the frame over the picture. */
export function useCropKeys({ crop, picture, frame, maxZoom, onCrop }: Cropping) {
  const zoomTo = (zoom: number) => onCrop(zoomCrop(crop, zoom, maxZoom))
  const zoomIn = () => zoomTo(crop.zoom + zoomStep)
  const zoomOut = () => zoomTo(crop.zoom - zoomStep)
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = arrows[event.key]
    if (arrow) {
      const step = Math.min(frame.width, frame.height) * keyStep
      onCrop(moveCrop(crop, picture, frame, { x: arrow[0] * step, y: arrow[1] * step }))
    } else if (event.key === '+' || event.key === '=') zoomIn()
    else if (event.key === '-') zoomOut()
    else return
    event.preventDefault()
  }
  return { zoomTo, zoomIn, zoomOut, onKeyDown }
}

/** How far a tap may move, in screen pixels. */
const tapTolerance = 4

/** A gesture with these fingers. It counts from its start, so that no step of it is lost between two renders. */
type Gesture = { crop: Crop; center: Point; distance: number; isTap: boolean }

/** Drag with one pointer to move, pinch to zoom, tap to center. */
export function useCropPointers(element: RefObject<HTMLElement | null>, cropping: Cropping) {
  const { crop, picture, frame, maxZoom, onCrop } = cropping
  // A finger can be lifted before the last step is rendered.
  const latest = useRef(crop)
  useEffect(() => {
    latest.current = crop
  }, [crop])
  const change = (next: Crop) => {
    latest.current = next
    onCrop(next)
  }
  const pointers = useRef(new Map<number, Point>())
  const gesture = useRef<Gesture>(undefined)
  const perPixel = () => frame.width / (element.current?.clientWidth || 1)

  const begin = (isTap: boolean) => {
    const points = [...pointers.current.values()]
    gesture.current = { crop: latest.current, center: centerOf(points), distance: distanceOf(points), isTap }
  }
  const onDown = (event: PointerEvent<HTMLElement>) => {
    pointers.current.set(event.pointerId, pointOf(event))
    event.currentTarget.setPointerCapture(event.pointerId)
    // Some browsers do not focus a button that is pressed.
    event.currentTarget.focus({ preventScroll: true })
    begin(pointers.current.size === 1)
  }
  const onMove = (event: PointerEvent) => {
    const from = gesture.current
    if (!from || !pointers.current.has(event.pointerId)) return
    pointers.current.set(event.pointerId, pointOf(event))
    const points = [...pointers.current.values()]
    const center = centerOf(points)
    const by = { x: from.center.x - center.x, y: from.center.y - center.y }
    from.isTap &&= Math.hypot(by.x, by.y) <= tapTolerance
    const zoomed = zoomCrop(from.crop, (from.crop.zoom * distanceOf(points)) / from.distance, maxZoom)
    change(moveCrop(zoomed, picture, frame, { x: by.x * perPixel(), y: by.y * perPixel() }))
  }
  const onUp = (event: PointerEvent) => {
    const { x = 0, y = 0, width = 0, height = 0 } = element.current?.getBoundingClientRect() ?? {}
    if (gesture.current?.isTap) {
      const by = { x: event.clientX - x - width / 2, y: event.clientY - y - height / 2 }
      change(moveCrop(latest.current, picture, frame, { x: by.x * perPixel(), y: by.y * perPixel() }))
    }
    onEnd(event)
  }
  const onEnd = (event: PointerEvent) => {
    pointers.current.delete(event.pointerId)
    begin(false)
  }
  useCropWheel(element, cropping)
  return { onPointerDown: onDown, onPointerMove: onMove, onPointerUp: onUp, onPointerCancel: onEnd }
}

/** The wheel zooms a frame in use, and otherwise scrolls. A pinch on a touchpad is a wheel with Ctrl. */
function useCropWheel(element: RefObject<HTMLElement | null>, { crop, maxZoom, onCrop }: Cropping) {
  const zoom = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey && document.activeElement !== element.current) return
    event.preventDefault()
    onCrop(zoomCrop(crop, crop.zoom * Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), maxZoom))
  })
  useEffect(() => {
    const stop = new AbortController()
    // React’s listener is passive and cannot prevent scrolling.
    element.current?.addEventListener('wheel', (event) => zoom(event), { passive: false, signal: stop.signal })
    return () => stop.abort()
  }, [element])
}

const pointOf = ({ clientX: x, clientY: y }: PointerEvent): Point => ({ x, y })

const centerOf = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / (points.length || 1),
  y: points.reduce((sum, { y }) => sum + y, 0) / (points.length || 1),
})

function distanceOf([one, two]: readonly Point[]) {
  return one && two ? Math.max(1, Math.hypot(one.x - two.x, one.y - two.y)) : 1
}
