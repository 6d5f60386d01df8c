import type { Stamp, Stroke } from '#contract/page-drawing.ts'
import type { PageRecipe } from '#contract/page-recipe.ts'
import type { InkIndex, Point, ShapeMark } from '../drawing.ts'
import { outlineOf } from './outline.ts'
import { piecesOf } from './stamp-designs.ts'
import { pageUnits } from './stroke-points.ts'

/** A polygon in an ink. */
type Shape = { points: Point[]; ink: InkIndex }

/** The strokes, then the stamps, in pixels of a page of this size. */
export function penMarks(
  { drawing, stamps = [] }: Pick<PageRecipe, 'drawing' | 'stamps'>,
  { width, height }: { width: number; height: number },
) {
  const scale = width / pageUnits
  const strokes = (drawing?.strokes ?? []).map((stroke) => strokeMark(stroke, scale))
  const stamped = stamps.flatMap((stamp) => {
    const { shapes, center, side } = shapesOf(stamp)
    const size = (stamp.size * width) / side
    const angle = (stamp.turn * Math.PI) / 180
    const [cos, sin] = [Math.cos(angle) * size, Math.sin(angle) * size]
    const place = ([x, y]: Point): Point => {
      const [right, down] = [x - center[0], y - center[1]]
      return [stamp.x * width + right * cos - down * sin, stamp.y * height + right * sin + down * cos]
    }
    return shapes.map(({ points, ink }): ShapeMark => ({ kind: 'shape', points: points.map(place), ink }))
  })
  return [...strokes, ...stamped]
}

/** The marks of strokes at one scale, because most pages are drawn again at the same size. */
const strokeMarks = new WeakMap<Stroke, { scale: number; mark: ShapeMark }>()

function strokeMark(stroke: Stroke, scale: number): ShapeMark {
  const known = strokeMarks.get(stroke)
  if (known?.scale === scale) return known.mark
  const points = outlineOf(stroke).map(([x, y]): Point => [x * scale, y * scale])
  const mark: ShapeMark = { kind: 'shape', points, ink: stroke.ink }
  strokeMarks.set(stroke, { scale, mark })
  return mark
}

/** The polygons of a stamp before it is placed, and the box around them. */
export function shapesOf({ design, strokes = [], ink }: Pick<Stamp, 'design' | 'strokes' | 'ink'>) {
  const shapes: Shape[] = design
    ? piecesOf(design).map((points) => ({ points, ink }))
    : strokes.map((stroke) => ({ points: outlineOf(stroke), ink: ink === 1 ? other[stroke.ink] : stroke.ink }))
  const box = boxAround(shapes)
  const center: Point = [box.x + box.width / 2, box.y + box.height / 2]
  return { shapes, box, center, side: Math.max(box.width, box.height, 1) }
}

const other = { 0: 1, 1: 0 } as const

function boxAround(shapes: Shape[]) {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const { points } of shapes)
    for (const [x, y] of points) {
      box.left = Math.min(box.left, x)
      box.top = Math.min(box.top, y)
      box.right = Math.max(box.right, x)
      box.bottom = Math.max(box.bottom, y)
    }
  const { left, top } = box
  return { x: left, y: top, width: box.right - left, height: box.bottom - top }
}
