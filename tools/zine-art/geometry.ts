export type Point = [x: number, y: number]
export type Circle = [x: number, y: number, radius: number]
export type Box = [x: number, y: number, width: number, height: number]

export const TAU = Math.PI * 2

export const clamp = (value: number, low = 0, high = 1) => Math.min(high, Math.max(low, value))

/** SVG coordinates are written with one decimal: a page has tens of thousands of them. */
export const tenth = (value: number) => +value.toFixed(1)

export const distance = ([x1, y1]: Point, [x2, y2]: Point) => Math.hypot(x2 - x1, y2 - y1)

/** Maps a subject's own -1…1 box onto the page. `flip` is 1, or -1 for a mirror image. */
export function placement([x, y, radius]: Circle, { rotation = 0, flip = 1 }: Turn = {}) {
  const cos = Math.cos(rotation)
  const sin = Math.sin(rotation)
  return ([u, v]: Point): Point => [
    x + (u * flip * cos - v * sin) * radius,
    y + (u * flip * sin + v * cos) * radius,
  ]
}

export type Turn = { rotation?: number; flip?: number }
