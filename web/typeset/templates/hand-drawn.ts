import type { Box, InkIndex, Point } from '../drawing.ts'
import { hashOf, randomNumbers } from '../random-numbers.ts'
import type { SetText } from '../setting/set-text.ts'
import { heightOf, type Page, picture, print, setBody, setTitle } from './page.ts'
import { type Sketch, sketches } from './sketches.ts'

/** A hand holds the pen: its lines bend, and are a little off. The title decides how. */
type Hand = { page: Page; random: () => number }

/** A sketch that the title decides, or the picture, above the title, in a frame. */
export function handDrawn(page: Page) {
  const { inner, unit, recipe } = page
  const hash = hashOf(recipe.title)
  const hand = { page, random: randomNumbers(hash) }
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
  } else follow(hand, sketches[(hash >>> 3) % sketches.length] as Sketch, above)
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

/** Draws a sketch in the middle of the box, each time a little off. */
function follow(hand: Hand, { scribbled, straight, curved }: Sketch, { x, y, width, height }: Box) {
  const { page, random } = hand
  const size = Math.min(width, height) / 2
  if (size < page.unit * 6) return
  const off = () => page.unit * (random() - 0.5)
  const toPoint = (text: string): Point => {
    const [across = 0, down = 0] = text.split(',').map((hundredths) => (Number(hundredths) / 100) * size)
    return [x + width / 2 + across + off(), y + height / 2 + down + off()]
  }
  const toLines = (text: string) => text.split('/').map((line) => line.trim().split(/\s+/).map(toPoint))
  scribble(hand, toLines(scribbled).flat())
  for (const line of toLines(straight))
    for (const [index, to] of line.slice(1).entries())
      draw(hand, line[index] as Point, to, { ink: 0, line: page.unit * 1.1 })
  for (const line of toLines(curved))
    page.marks.push({ kind: 'shape', points: smooth(line), ink: 0, line: page.unit * 1.1 })
}

/** Fills a polygon with one line to and fro, which leans and crosses the edges. */
function scribble({ page: { unit, marks }, random }: Hand, polygon: Point[]) {
  const heights = polygon.map(([, y]) => y)
  const points: Point[] = []
  for (let y = Math.min(...heights) + unit * 0.5; y < Math.max(...heights); y += unit * 1.5) {
    const side = points.length % 2 ? 1 : -1
    const crossings = polygon.flatMap(([startX, startY], index) => {
      const [endX, endY] = polygon[(index + 1) % polygon.length] as Point
      return startY < y === endY < y ? [] : [startX + ((endX - startX) * (y - startY)) / (endY - startY)]
    })
    const edge = side * Math.max(...crossings.map((x) => x * side))
    points.push([edge + unit * side * (random() * 2 - 1), y + unit * side * 1.5])
  }
  marks.push({ kind: 'shape', points, ink: 1, line: unit * 1.6 })
}

/** Cuts corners until they are round. */
function smooth(points: Point[], rounds = 4): Point[] {
  if (rounds === 0) return points
  const cut = points.slice(1).flatMap(([x, y], index): Point[] => {
    const [startX, startY] = points[index] as Point
    return [0.25, 0.75].map((part) => [startX + (x - startX) * part, startY + (y - startY) * part])
  })
  return smooth([points[0] as Point, ...cut, points.at(-1) as Point], rounds - 1)
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
