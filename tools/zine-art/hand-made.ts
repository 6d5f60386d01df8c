import { type Box, distance, type Point, tenth } from './geometry.ts'
import type { Random } from './random.ts'
import { closedPath, openPath, path, pointText, ROUND_ENDS, ROUND_JOINS, stroke } from './shapes.ts'

/** Path data of a sheet torn along all four sides. */
export function tornEdges([x, y, width, height]: Box, random: Random, jitter = 9): string {
  const corners: Point[] = [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ]
  const points = corners.flatMap((corner, index) =>
    tornSide(corner, corners[(index + 1) % 4] ?? corner, { random, jitter }),
  )
  return closedPath(points)
}

function tornSide(from: Point, to: Point, { random, jitter }: { random: Random; jitter: number }): Point[] {
  const tears = Math.max(3, Math.round(distance(from, to) / 22))
  return Array.from(
    { length: tears },
    (_, index): Point => [
      from[0] + ((to[0] - from[0]) * index) / tears + (random() - 0.5) * jitter,
      from[1] + ((to[1] - from[1]) * index) / tears + (random() - 0.5) * jitter,
    ],
  )
}

/** Path data of a piece cut out with scissors, not quite square. */
export function scissorCut([x, y, width, height]: Box, random: Random, jitter = 7): string {
  const near = (a: number, b: number): Point => [a + (random() - 0.5) * jitter, b + (random() - 0.5) * jitter]
  return closedPath([near(x, y), near(x + width, y), near(x + width, y + height), near(x, y + height)])
}

/** Path data of a line drawn by hand. */
export function shakyLine(
  from: Point,
  to: Point,
  { random, jitter = 5 }: { random: Random; jitter?: number },
) {
  const [x1, y1] = from
  const dx = to[0] - x1
  const dy = to[1] - y1
  const bends = Math.max(2, Math.round(distance(from, to) / 60))
  let d = `M${pointText(from)}`
  for (let bend = 1; bend <= bends; bend++) {
    const end = bend / bends
    const middle = end - 0.5 / bends
    const controlX = tenth(x1 + dx * middle + (random() - 0.5) * jitter * 2)
    const controlY = tenth(y1 + dy * middle + (random() - 0.5) * jitter * 2)
    d += `Q${controlX} ${controlY} ${tenth(x1 + dx * end)} ${tenth(y1 + dy * end)}`
  }
  return d
}

export function arrow(from: Point, to: Point, pen: { ink: string; weight: number; random: Random }): string {
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0])
  const barb = (turn: number): Point => [
    to[0] - 26 * Math.cos(angle + turn),
    to[1] - 26 * Math.sin(angle + turn),
  ]
  const shaft = shakyLine(from, to, { random: pen.random, jitter: 8 })
  const head = openPath([barb(-0.5), to, barb(0.5)])
  return path(shaft + head, 'none', stroke(pen.ink, pen.weight, `${ROUND_ENDS} ${ROUND_JOINS}`))
}
