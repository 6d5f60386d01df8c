import { type Box, type Circle, type Point, tenth } from './geometry.ts'

/** Every shape answers SVG text. `attributes` is written as it stands, for strokes and clips. */
export const rect = ([x, y, width, height]: Box, fill: string, attributes = '') =>
  `<rect x="${tenth(x)}" y="${tenth(y)}" width="${tenth(width)}" height="${tenth(height)}" fill="${fill}" ${attributes}/>`

export const disc = ([x, y, radius]: Circle, fill: string, attributes = '') =>
  `<circle cx="${tenth(x)}" cy="${tenth(y)}" r="${tenth(radius)}" fill="${fill}" ${attributes}/>`

export const path = (d: string, fill = 'none', attributes = '') =>
  `<path d="${d}" fill="${fill}" ${attributes}/>`

export const line = (from: Point, to: Point, { ink, weight = 3 }: { ink: string; weight?: number }) =>
  `<path d="M${pointText(from)}L${pointText(to)}" stroke="${ink}" stroke-width="${weight}" fill="none" />`

export const stroke = (ink: string, weight: number, attributes = '') =>
  `stroke="${ink}" stroke-width="${weight}"${attributes && ` ${attributes}`}`

export const ROUND_ENDS = 'stroke-linecap="round"'
export const ROUND_JOINS = 'stroke-linejoin="round"'
export const EVEN_ODD = 'fill-rule="evenodd"'

export const pointText = ([x, y]: Point) => `${tenth(x)} ${tenth(y)}`

/** Path data through the points. */
export const openPath = (points: Point[]) => `M${points.map(pointText).join('L')}`
export const closedPath = (points: Point[]) => `${openPath(points)}Z`

export const turned = (svg: string, degrees: number, [x, y]: Point) =>
  `<g transform="rotate(${degrees} ${tenth(x)} ${tenth(y)})">${svg}</g>`

export const shifted = (svg: string, x: number, y: number) => `<g transform="translate(${x} ${y})">${svg}</g>`

export const clipped = (svg: string, clipId: string) => `<g clip-path="url(#${clipId})">${svg}</g>`

type StarShape = { points?: number; waist?: number; rotation?: number }

export function star([x, y, radius]: Circle, fill: string, shape: StarShape = {}): string {
  const { points = 5, waist = 0.45, rotation = -Math.PI / 2 } = shape
  const corners = Array.from({ length: points * 2 }, (_, index): Point => {
    const reach = index % 2 ? radius * waist : radius
    const angle = rotation + (index * Math.PI) / points
    return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)]
  })
  return path(closedPath(corners), fill)
}
