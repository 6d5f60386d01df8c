import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import type { Stamp } from '#contract/page-drawing.ts'
import { roundNumber } from '#contract/recipe-sizes.ts'

/** Changes a stamp. Changes with the same key are one step of undo. */
export type StampChange = (index: number, update: Partial<Stamp>, key: string) => void

export const stampSizes = { min: 0.04, max: 1.5 }

const sized = (size: number) => Math.min(stampSizes.max, Math.max(stampSizes.min, size))

/** An angle as the server stores it: from -180 to 180 degrees. */
const turned = (degrees: number) => degrees - 360 * Math.round(degrees / 360)

/** Part of a stamp stays on the page. */
const placed = (share: number) => roundNumber(Math.min(1.05, Math.max(-0.05, share)))

type Point = { x: number; y: number }
type Gesture = { index: number; stamp: Stamp; key: string; center: Point; distance: number; angle: number }

type Gestures = {
  stamps: () => readonly Stamp[]
  selected: number
  onSelect: (index: number) => void
  onChange: StampChange
}

/** One pointer moves a stamp; two also turn it and change its size. The second may be anywhere on the page. */
export function useStampPointers({ stamps, selected, onSelect, onChange }: Gestures) {
  const pointers = useRef(new Map<number, Point>())
  const gesture = useRef<Gesture>(undefined)
  const count = useRef(0)

  function begin(index: number) {
    const stamp = stamps()[index]
    const points = [...pointers.current.values()]
    count.current += 1
    gesture.current =
      stamp && points.length > 0 ? { index, stamp, key: `gesture ${count.current}`, ...shapeOf(points) } : undefined
  }
  function onPointerDown(event: PointerEvent<HTMLElement>) {
    const pressed = (event.target as HTMLElement).closest<HTMLElement>('[data-stamp]')
    if (!pressed && pointers.current.size === 0 && event.pointerType !== 'touch') return onSelect(-1)
    pointers.current.set(event.pointerId, pointOf(event))
    event.currentTarget.setPointerCapture(event.pointerId)
    const index = gesture.current?.index ?? (pressed ? Number(pressed.dataset.stamp) : selected)
    // Some browsers do not focus a button that is pressed.
    pressed?.focus({ preventScroll: true })
    onSelect(index)
    begin(index)
  }
  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const from = gesture.current
    if (!from || !pointers.current.has(event.pointerId)) return
    pointers.current.set(event.pointerId, pointOf(event))
    const { width, height } = event.currentTarget.getBoundingClientRect()
    const now = shapeOf([...pointers.current.values()])
    const { stamp } = from
    const update = {
      x: placed(stamp.x + (now.center.x - from.center.x) / width),
      y: placed(stamp.y + (now.center.y - from.center.y) / height),
      size: roundNumber(sized((stamp.size * now.distance) / from.distance)),
      turn: roundNumber(turned(stamp.turn + now.angle - from.angle)),
    }
    onChange(from.index, update, from.key)
  }
  function onPointerUp(event: PointerEvent<HTMLElement>) {
    pointers.current.delete(event.pointerId)
    begin(gesture.current?.index ?? -1)
  }
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp }
}

const pointOf = ({ clientX: x, clientY: y }: PointerEvent): Point => ({ x, y })

function shapeOf(points: readonly Point[]) {
  const [one = { x: 0, y: 0 }, other] = points
  if (!other) return { center: one, distance: 1, angle: 0 }
  const [x, y] = [other.x - one.x, other.y - one.y]
  const center = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }
  return { center, distance: Math.max(1, Math.hypot(x, y)), angle: (Math.atan2(y, x) * 180) / Math.PI }
}

const step = 0.02
const growth = 1.1

const moves: Record<string, (stamp: Stamp) => Partial<Stamp>> = {
  ArrowLeft: ({ x }) => ({ x: placed(x - step) }),
  ArrowRight: ({ x }) => ({ x: placed(x + step) }),
  ArrowUp: ({ y }) => ({ y: placed(y - step) }),
  ArrowDown: ({ y }) => ({ y: placed(y + step) }),
  '+': ({ size }) => ({ size: roundNumber(sized(size * growth)) }),
  '=': ({ size }) => ({ size: roundNumber(sized(size * growth)) }),
  '-': ({ size }) => ({ size: roundNumber(sized(size / growth)) }),
}

/** Arrow keys move a stamp, plus and minus change its size, and Delete removes it. */
export const stampKeys =
  (index: number, { stamps, onChange }: Pick<Gestures, 'stamps' | 'onChange'>, onRemove: (index: number) => void) =>
  (event: KeyboardEvent) => {
    const stamp = stamps()[index]
    const move = moves[event.key]
    if (!stamp || event.ctrlKey || event.metaKey || event.altKey) return
    if (move) onChange(index, move(stamp), `keys ${index}`)
    else if (event.key === 'Delete' || event.key === 'Backspace') onRemove(index)
    else return
    event.preventDefault()
  }
