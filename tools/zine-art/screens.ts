import { type Box, type Point, tenth } from './geometry.ts'
import { closedPath, path } from './shapes.ts'

/** Darkness 0…1 at a point of the page; -1 where there is nothing to print. */
export type Darkness = (x: number, y: number) => number

export type ScreenOptions = {
  ink: string
  /** dots (a newspaper photograph) or lines that swell (an engraving) */
  mode?: 'dot' | 'line'
  pitch?: number
  /** degrees */
  angle?: number
  gain?: number
}

/** A halftone screen over a box. */
export function screen(darkness: Darkness, area: Box, options: ScreenOptions): string {
  return options.mode === 'line' ? lineScreen(darkness, area, options) : dotScreen(darkness, area, options)
}

function latticeOver([x, y, width, height]: Box, pitch: number, angle: number) {
  const cos = Math.cos((angle * Math.PI) / 180)
  const sin = Math.sin((angle * Math.PI) / 180)
  const centreX = x + width / 2
  const centreY = y + height / 2
  return {
    cos,
    sin,
    reach: Math.hypot(width, height) / 2 + pitch,
    pagePoint: (u: number, v: number): Point => [centreX + u * cos - v * sin, centreY + u * sin + v * cos],
  }
}

const isOutside = ([x, y]: Point, [left, top, width, height]: Box) =>
  x < left || y < top || x > left + width || y > top + height

const DOT_SIZES = 13

/** Dots of one size share one path of zero-length strokes: a page stays under 100 kB. */
function dotScreen(darkness: Darkness, area: Box, { ink, pitch = 11, angle = 45, gain = 1 }: ScreenOptions) {
  const lattice = latticeOver(area, pitch, angle)
  const dots = Array<string>(DOT_SIZES + 1).fill('')
  for (let v = -lattice.reach; v < lattice.reach; v += pitch) {
    for (let u = -lattice.reach; u < lattice.reach; u += pitch) {
      const point = lattice.pagePoint(u, v)
      if (isOutside(point, area)) continue
      const dark = darkness(...point) * gain
      if (dark <= 0.03) continue
      const size = Math.min(DOT_SIZES, Math.round(Math.sqrt(Math.min(1, dark)) * DOT_SIZES))
      dots[size] += `M${tenth(point[0])} ${tenth(point[1])}h.1`
    }
  }
  return dots.map((d, size) => (d ? dotPath(d, ink, (size / DOT_SIZES) * pitch * 1.32) : '')).join('')
}

const dotPath = (d: string, ink: string, diameter: number) =>
  `<path d="${d}" stroke="${ink}" stroke-width="${tenth(diameter)}" stroke-linecap="round"/>`

function lineScreen(darkness: Darkness, area: Box, { ink, pitch = 11, angle = 45, gain = 1 }: ScreenOptions) {
  const { cos, sin, reach, pagePoint } = latticeOver(area, pitch, angle)
  const step = pitch * 0.34
  let d = ''
  for (let v = -reach; v < reach; v += pitch) {
    let upper: Point[] = []
    let lower: Point[] = []
    const endStroke = () => {
      if (upper.length > 1) d += closedPath(upper.concat(lower.reverse()))
      upper = []
      lower = []
    }
    for (let u = -reach; u < reach; u += step) {
      const [x, y] = pagePoint(u, v)
      const dark = isOutside([x, y], area) ? -1 : darkness(x, y) * gain
      if (dark <= 0.04) {
        endStroke()
        continue
      }
      const half = ((Math.min(dark, 1) * pitch) / 2) * 1.02
      upper.push([x + sin * half, y - cos * half])
      lower.push([x - sin * half, y + cos * half])
    }
    endStroke()
  }
  return path(d, ink)
}
