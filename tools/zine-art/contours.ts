import type { Field } from './distance-fields.ts'
import type { Point } from './geometry.ts'

type Side = 'top' | 'right' | 'bottom' | 'left'

/**
 * Marching squares: which sides of a cell the outline runs from and to.
 * The index has a bit for each corner inside the shape: 1 top left, 2 top right, 4 bottom right, 8 bottom left.
 */
const CROSSINGS: readonly (readonly [from: Side, to: Side])[][] = [
  [],
  [['left', 'top']],
  [['top', 'right']],
  [['left', 'right']],
  [['right', 'bottom']],
  [
    ['left', 'top'],
    ['right', 'bottom'],
  ],
  [['top', 'bottom']],
  [['left', 'bottom']],
  [['bottom', 'left']],
  [['bottom', 'top']],
  [
    ['top', 'right'],
    ['bottom', 'left'],
  ],
  [['bottom', 'right']],
  [['right', 'left']],
  [['right', 'top']],
  [['top', 'left']],
  [],
]

const REACH = 1.2

/** The closed outlines of `field` at `level`, in the subject's own -1.2…1.2 box. */
export function contours(field: Field, { level = 0, cells = 110 } = {}): Point[][] {
  const grid = sample(field, level, cells)
  const next = new Map<number, number>()
  for (let row = 0; row < cells; row++) {
    for (let column = 0; column < cells; column++) {
      for (const [from, to] of CROSSINGS[grid.cornersInside(column, row)] ?? []) {
        next.set(grid.edge(from, column, row), grid.edge(to, column, row))
      }
    }
  }
  return closedLoops(next).map((loop) => loop.map(grid.crossing))
}

/** Follows the links until each is used; specks of three points and fewer are dropped. */
function closedLoops(next: Map<number, number>): number[][] {
  const loops: number[][] = []
  for (const start of next.keys()) {
    const loop: number[] = []
    let edge = start
    for (let following = next.get(edge); following !== undefined; following = next.get(edge)) {
      loop.push(edge)
      next.delete(edge)
      edge = following
    }
    if (loop.length > 3) loops.push(loop)
  }
  return loops
}

function sample(field: Field, level: number, cells: number) {
  const step = (2 * REACH) / cells
  const stride = cells + 1
  const values = new Float64Array(stride * stride).fill(1)
  for (let row = 1; row < cells; row++) {
    for (let column = 1; column < cells; column++) {
      values[row * stride + column] = field(-REACH + column * step, -REACH + row * step) - level
    }
  }
  const at = (column: number, row: number) => values[row * stride + column] ?? 1
  const inside = (column: number, row: number) => Number(at(column, row) < 0)

  // Even numbers are the upper edges of cells, odd numbers the left ones.
  const upper = (column: number, row: number) => (row * stride + column) * 2
  const left = (column: number, row: number) => upper(column, row) + 1
  const sides: Record<Side, (column: number, row: number) => number> = {
    top: upper,
    bottom: (column, row) => upper(column, row + 1),
    left,
    right: (column, row) => left(column + 1, row),
  }

  return {
    cornersInside: (column: number, row: number) =>
      inside(column, row) |
      (inside(column + 1, row) << 1) |
      (inside(column + 1, row + 1) << 2) |
      (inside(column, row + 1) << 3),
    edge: (side: Side, column: number, row: number) => sides[side](column, row),
    crossing: (edge: number): Point => {
      const corner = edge >> 1
      const column = corner % stride
      const row = Math.floor(corner / stride)
      const here = at(column, row)
      if (edge % 2)
        return [-REACH + column * step, -REACH + (row + here / (here - at(column, row + 1))) * step]
      return [-REACH + (column + here / (here - at(column + 1, row))) * step, -REACH + row * step]
    },
  }
}
