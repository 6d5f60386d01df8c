import type { Box, InkIndex, Point } from '../drawing.ts'
import { hashOf, randomNumbers } from '../random-numbers.ts'
import type { SetText } from '../setting/set-text.ts'
import { heightOf, type Page, picture, print, setBody, setTitle } from './page.ts'

/** A hand holds the pen: its lines bend, and are a little off. The title decides how. */
type Hand = { page: Page; random: () => number }

/** A sun, or the picture, above the title, in a frame. */
export function handDrawn(page: Page) {
  const { inner, unit, recipe } = page
  const hand = { page, random: randomNumbers(hashOf(recipe.title)) }
  const hasPicture = Boolean(recipe.pictures[0])
  const space = { ...inner, x: inner.x + unit * 2, y: inner.y + unit * 2, width: inner.width - unit * 4 }
  const height = inner.height - unit * 4
  const subtitle = setBody(page, [{ ...space, height: height * 0.2 }], { max: page.min * 1.5 })
  const subtitleTop = space.y + height - heightOf(subtitle, space)
  const box = { ...space, height: height * (hasPicture ? 0.36 : 0.5) }
  const title = setTitle(page, box, { max: unit * 26 })
  const titleTop = subtitleTop - unit * (subtitle.lines.length > 0 ? 8 : 5) - heightOf(title, box)
  const above = { ...space, height: titleTop - space.y - unit * 3 }

  frame(hand, { x: unit * 4, y: unit * 4, width: page.width - unit * 8, height: page.height - unit * 8 }, unit * 0.9)
  if (hasPicture) {
    picture(page, above, 0)
    frame(hand, above, unit * 0.7)
  } else sun(hand, [above.x + above.width / 2, above.y + above.height / 2], Math.min(above.height, above.width) / 2)
  print(page, title, { down: titleTop - space.y })
  underline(hand, title, titleTop - space.y)
  print(page, subtitle, { down: subtitleTop - space.y })
}

/** Two rounds, with lines that cross at the corners. */
function frame(hand: Hand, { x, y, width, height }: Box, line: number) {
  const { unit } = hand.page
  for (const ink of [1, 0] as const) {
    const near = (at: Point): Point => [
      at[0] + unit * 1.4 * (hand.random() - 0.5),
      at[1] + unit * 1.4 * (hand.random() - 0.5),
    ]
    const corners: Point[] = [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ]
    for (const [index, corner] of corners.entries())
      draw(hand, near(corner), near(corners[(index + 1) % 4] as Point), { ink, line })
  }
}

/** The point at this distance from the center. */
export const pointAt = ([x, y]: Point, angle: number, distance: number): Point => [
  x + Math.cos(angle) * distance,
  y + Math.sin(angle) * distance,
]

/** A scribbled disk with rays of different lengths. */
function sun(hand: Hand, center: Point, size: number) {
  const { page, random } = hand
  const { unit } = page
  if (size < unit * 6) return
  const radius = size * 0.52
  const scribble: Point[] = []
  for (let down = -0.97; down < 1; down += (unit * 1.5) / radius) {
    const half = Math.sqrt(1 - down * down) * radius * (0.94 + random() * 0.1)
    const side = scribble.length % 2 ? 1 : -1
    scribble.push([center[0] + side * half, center[1] + down * radius + side * unit * 1.5])
  }
  page.marks.push({ kind: 'shape', points: scribble, ink: 1, line: unit * 1.6 })
  const rim = Array.from({ length: 60 }, (_, step): Point => {
    const angle = (step / 56) * 2 * Math.PI
    return pointAt(center, angle, radius * (1 + 0.03 * Math.sin(angle * 2 + scribble.length) + 0.0008 * step))
  })
  page.marks.push({ kind: 'shape', points: rim, ink: 0, line: unit * 0.9 })
  const rays = 17
  for (let ray = 0; ray < rays; ray += 1) {
    const angle = ((ray + (random() - 0.5) * 0.4) / rays) * 2 * Math.PI
    const end = pointAt(center, angle, size * (ray % 2 ? 0.98 : 0.82))
    draw(hand, pointAt(center, angle, radius * 1.2), end, { ink: 0, line: unit * 1.1 })
  }
}

/** A stroke of a marker below the last line of the title, and back. */
function underline(hand: Hand, { lines, bottom }: SetText, down: number) {
  const last = lines.at(-1)
  if (!last) return
  const { unit } = hand.page
  const y = bottom + down + unit * 1.5
  const [left, right] = [last.left, last.left + last.width]
  const points = [
    ...path(hand, [left, y], [right, y - unit]),
    ...path(hand, [right, y - unit], [left + last.width * 0.2, y + unit * 1.6]),
  ]
  hand.page.marks.push({ kind: 'shape', points, ink: 1, line: unit * 1.2 })
}

type Stroke = { ink: InkIndex; line: number }

const draw = (hand: Hand, from: Point, to: Point, { ink, line }: Stroke) =>
  hand.page.marks.push({ kind: 'shape', points: path(hand, from, to), ink, line })

/** A line that bends in two waves, more if it is long. */
function path({ page: { unit }, random }: Hand, [x, y]: Point, [endX, endY]: Point): Point[] {
  const [width, height] = [endX - x, endY - y]
  const length = Math.hypot(width, height)
  const off = Math.min(unit * 0.8, length * 0.03)
  const [slow, fast] = [random() * 6, random() * 6]
  const count = Math.max(4, Math.round(length / unit))
  return Array.from({ length: count + 1 }, (_, step) => {
    const part = step / count
    const side = off * (Math.sin(part * 5 + slow) * 0.8 + Math.sin((part * length) / unit / 3 + fast) * 0.25)
    return [x + width * part - (height / length) * side, y + height * part + (width / length) * side]
  })
}
