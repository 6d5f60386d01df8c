import { getStroke } from 'perfect-freehand'
import type { Stroke, StrokeWidth } from '#contract/page-drawing.ts'
import type { Point } from '../drawing.ts'
import { decodePoints, type StrokePoint } from './stroke-points.ts'

/** Diameters in units, and how much they follow the pressure: a fineliner, a felt pen and a marker. */
const pens: Record<StrokeWidth, { size: number; thinning: number }> = {
  thin: { size: 30, thinning: 0.45 },
  medium: { size: 72, thinning: 0.45 },
  thick: { size: 170, thinning: 0.3 },
}

/** The outlines of a stored stroke, in units. */
const outlines = new WeakMap<Stroke, Point[]>()

export function outlineOf(stroke: Stroke): Point[] {
  const outline = outlines.get(stroke) ?? outlinePoints(pointsOf(stroke), stroke.width)
  outlines.set(stroke, outline)
  return outline
}

const points = new WeakMap<Stroke, StrokePoint[]>()

export function pointsOf(stroke: Stroke): StrokePoint[] {
  const decoded = points.get(stroke) ?? decodePoints(stroke.points)
  points.set(stroke, decoded)
  return decoded
}

export const widthOf = ({ width }: Stroke) => pens[width].size

export function outlinePoints(path: readonly StrokePoint[], width: StrokeWidth) {
  const input = smooth(path).map(([x, y, pressure]) => [x, y, pressure / 9])
  return getStroke(input, {
    ...pens[width],
    smoothing: 0.1,
    streamline: 0,
    simulatePressure: false,
    last: true,
  }) as Point[]
}

/** The length of the pieces of a curve, in units, and the most pieces between two points. */
const [piece, maxPieces] = [12, 40]

const still = { x: 0, y: 0 }

/** Curves through the points of a simplified stroke. Corners stay sharp. */
function smooth(path: readonly StrokePoint[]) {
  const tangents = path.map((_, index) => tangentAt(path, index))
  return path.flatMap((to, index): StrokePoint[] => {
    const from = path[index - 1]
    if (!from) return [to]
    const length = Math.hypot(to[0] - from[0], to[1] - from[1])
    const count = Math.min(maxPieces, Math.max(1, Math.ceil(length / piece)))
    const [leaving = still, arriving = still] = [tangents[index - 1]?.after, tangents[index]?.before]
    return Array.from({ length: count }, (_, step) => {
      const t = (step + 1) / count
      const [start, end] = [(1 + 2 * t) * (1 - t) ** 2, t * t * (3 - 2 * t)]
      const [out, into] = [t * (1 - t) ** 2 * length, t * t * (t - 1) * length]
      return [
        start * from[0] + end * to[0] + out * leaving.x + into * arriving.x,
        start * from[1] + end * to[1] + out * leaving.y + into * arriving.y,
        from[2] + (to[2] - from[2]) * t,
      ]
    })
  })
}

/** The cosine of the turn from which a point is a corner: about 60 degrees. */
const corner = 0.5

/** The directions of the curve before and after a point, which differ at a corner. */
function tangentAt(path: readonly StrokePoint[], index: number) {
  const [at, last, next] = [path[index], path[index - 1], path[index + 1]]
  const [before, after] = [lineBetween(last, at), lineBetween(at, next)]
  if (!before || !after) return { before, after }
  if (before.x * after.x + before.y * after.y < corner) return { before, after }
  // The tangent of the parabola through the three points.
  const x = before.x * after.length + after.x * before.length
  const y = before.y * after.length + after.y * before.length
  const length = Math.hypot(x, y)
  const tangent = { x: x / length, y: y / length }
  return { before: tangent, after: tangent }
}

function lineBetween(from: StrokePoint | undefined, to: StrokePoint | undefined) {
  if (!from || !to) return undefined
  const [x, y] = [to[0] - from[0], to[1] - from[1]]
  const length = Math.hypot(x, y) || 1
  return { x: x / length, y: y / length, length }
}
