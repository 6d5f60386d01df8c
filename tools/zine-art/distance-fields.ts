import { clamp, type Point } from './geometry.ts'

/** Signed distance to a shape: negative inside, zero on its edge. Subjects live in a -1…1 box with y down. */
export type Field = (x: number, y: number) => number

export const circle =
  (cx: number, cy: number, radius: number): Field =>
  (x, y) =>
    Math.hypot(x - cx, y - cy) - radius

export function ellipse(cx: number, cy: number, rx: number, ry: number, angle = 0): Field {
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const smaller = Math.min(rx, ry)
  return (x, y) => {
    const dx = x - cx
    const dy = y - cy
    return (Math.hypot((dx * cos + dy * sin) / rx, (-dx * sin + dy * cos) / ry) - 1) * smaller
  }
}

/** A thick line with round ends, from radius `r1` to radius `r2`. */
export function capsule(x1: number, y1: number, x2: number, y2: number, r1: number, r2 = r1): Field {
  const bx = x2 - x1
  const by = y2 - y1
  return (x, y) => {
    const px = x - x1
    const py = y - y1
    const along = clamp((px * bx + py * by) / (bx * bx + by * by))
    return Math.hypot(px - bx * along, py - by * along) - (r1 + (r2 - r1) * along)
  }
}

/** A rectangle by centre and half sizes, with rounded corners. */
export function box(cx: number, cy: number, w: number, h: number, corner = 0, angle = 0): Field {
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  return (x, y) => {
    const dx = x - cx
    const dy = y - cy
    const qx = Math.abs(dx * cos + dy * sin) - w + corner
    const qy = Math.abs(-dx * sin + dy * cos) - h + corner
    return Math.hypot(Math.max(qx, 0), Math.max(qy, 0)) + Math.min(Math.max(qx, qy), 0) - corner
  }
}

export function polygon(points: Point[], corner = 0): Field {
  const edges = points.map((point, index): [Point, Point] => [point, points.at(index - 1) ?? point])
  return (x, y) => {
    let nearest = 1e9
    let sign = 1
    for (const [[xi, yi], [xj, yj]] of edges) {
      const ex = xj - xi
      const ey = yj - yi
      const wx = x - xi
      const wy = y - yi
      const along = clamp((wx * ex + wy * ey) / (ex * ex + ey * ey))
      const bx = wx - ex * along
      const by = wy - ey * along
      nearest = Math.min(nearest, bx * bx + by * by)
      const below = y >= yi
      if (below === y < yj && below === ex * wy > ey * wx) sign = -sign
    }
    return sign * Math.sqrt(nearest) - corner
  }
}

export const union =
  (...fields: Field[]): Field =>
  (x, y) => {
    let nearest = 1e9
    for (const field of fields) nearest = Math.min(nearest, field(x, y))
    return nearest
  }

/** A union whose joints are filled in like clay; `blend` is the width of the joint. */
export const melt =
  (blend: number, first: Field, ...rest: Field[]): Field =>
  (x, y) => {
    let d = first(x, y)
    for (const field of rest) {
      const e = field(x, y)
      const weight = clamp(0.5 + (0.5 * (e - d)) / blend)
      d = e * (1 - weight) + d * weight - blend * weight * (1 - weight)
    }
    return d
  }

export const subtract =
  (whole: Field, hole: Field): Field =>
  (x, y) =>
    Math.max(whole(x, y), -hole(x, y))

/** The right half, mirrored to the left. */
export const mirror =
  (half: Field): Field =>
  (x, y) =>
    half(Math.abs(x), y)

export const band =
  (field: Field, halfWidth: number): Field =>
  (x, y) =>
    Math.abs(field(x, y)) - halfWidth
