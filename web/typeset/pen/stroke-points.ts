/** A point of a stroke: its place in 4000ths of the width of the page, and the pressure of the pen from 0 to 9. */
export type StrokePoint = [x: number, y: number, pressure: number]

/** The width of a page in the units of strokes. */
export const pageUnits = 4_000

/** Whole numbers: the first point, then the difference of each further one. */
export function encodePoints(points: readonly StrokePoint[]) {
  let before: StrokePoint = [0, 0, 0]
  return points
    .map((point) => {
      const rounded = point.map(Math.round) as StrokePoint
      const difference = rounded.map((value, index) => value - (before[index] ?? 0))
      before = rounded
      return difference.join(' ')
    })
    .join(' ')
}

export function decodePoints(points: string) {
  const numbers = points.split(' ').map(Number)
  const decoded: StrokePoint[] = []
  let [x, y, pressure] = [0, 0, 0]
  for (let at = 0; at + 2 < numbers.length; at += 3) {
    x += numbers[at] ?? 0
    y += numbers[at + 1] ?? 0
    pressure += numbers[at + 2] ?? 0
    decoded.push([x, y, pressure])
  }
  return decoded
}

/** How many units a step of pressure counts. */
const pressureUnits = 3

/**
 * Removes points from which the rest of the stroke is nowhere farther than the tolerance, in units, with the algorithm of
 * Ramer, Douglas and Peucker. Both ends stay.
 */
export function simplifyPoints(points: readonly StrokePoint[], tolerance: number): StrokePoint[] {
  const isKept = new Uint8Array(points.length).fill(1, 0, 1).fill(1, -1)
  const parts = [[0, points.length - 1]]
  for (let part = parts.pop(); part; part = parts.pop()) {
    const [from = 0, to = 0] = part
    let [farthest, distance] = [from, tolerance]
    for (let at = from + 1; at < to; at += 1) {
      const off = distanceFrom(points[at] as StrokePoint, points[from] as StrokePoint, points[to] as StrokePoint)
      if (off > distance) [farthest, distance] = [at, off]
    }
    if (farthest === from) continue
    isKept[farthest] = 1
    parts.push([from, farthest], [farthest, to])
  }
  return points.filter((_, index) => isKept[index])
}

/** The distance of a point from a line, of which the pressure is the third dimension. */
export function distanceFrom(point: StrokePoint, from: StrokePoint, to: StrokePoint) {
  const along = difference(to, from)
  const off = difference(point, from)
  const part = Math.min(1, Math.max(0, dot(off, along) / (dot(along, along) || 1)))
  const rest = off.map((value, index) => value - part * (along[index] ?? 0))
  return Math.sqrt(dot(rest, rest))
}

const difference = (one: StrokePoint, other: StrokePoint) => [
  one[0] - other[0],
  one[1] - other[1],
  (one[2] - other[2]) * pressureUnits,
]

const dot = (one: number[], other: number[]) => one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0)
