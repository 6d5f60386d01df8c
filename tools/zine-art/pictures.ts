import { contours } from './contours.ts'
import { type Field, union } from './distance-fields.ts'
import { type Box, type Circle, type Point, placement, type Turn } from './geometry.ts'
import { NO_INK } from './inks.ts'
import { type Darkness, type ScreenOptions, screen } from './screens.ts'
import { closedPath, EVEN_ODD, openPath, path, ROUND_ENDS, ROUND_JOINS, stroke } from './shapes.ts'
import type { Part } from './subjects/part.ts'
import { partsOf, type SubjectName } from './subjects/subjects.ts'
import { tone } from './tones.ts'

function memoized<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<string, Value>()
  return (key) => {
    const name = JSON.stringify(key)
    const value = made.get(name) ?? make(key)
    made.set(name, value)
    return value
  }
}

const outlinesOf = memoized(([name, level]: [SubjectName, number]) =>
  contours(union(...partsOf(name).map(([shape]) => shape)), { level }),
)

type SilhouetteOptions = Turn & {
  /** how far outside (positive) or inside the outline runs, in the subject's own units */
  level?: number
  attributes?: string
}

/** The subject as one flat shape. */
export function silhouette(name: SubjectName, circle: Circle, fill: string, options: SilhouetteOptions = {}) {
  const { level = 0, attributes = '' } = options
  return path(pathOf(outlinesOf([name, level]), circle, options), fill, `${EVEN_ODD} ${attributes}`)
}

const pathOf = (loops: Point[][], circle: Circle, turn: Turn) => {
  const place = placement(circle, turn)
  return loops.map((loop) => closedPath(loop.map(place))).join('')
}

const LIGHT = 0.1

const lightOutlinesOf = memoized((name: SubjectName) =>
  partsOf(name)
    .filter(([, darkness]) => darkness <= LIGHT)
    .map(([shape]) => contours(shape, { cells: 90 })),
)

/** The silhouette with its lightest parts left bare. */
export function flatPicture(
  name: SubjectName,
  circle: Circle,
  fill: string,
  options: SilhouetteOptions = {},
) {
  const lights = lightOutlinesOf(name).map((loops) => path(pathOf(loops, circle, options), NO_INK, EVEN_ODD))
  return silhouette(name, circle, fill, options) + lights.join('')
}

const SOLID = 0.84

type Run = { points: Point[]; closed: boolean }

const visibleRunsOf = memoized((name: SubjectName): Run[][] => {
  const parts = partsOf(name)
  return parts.map(([shape], index) => {
    const inFront = parts.slice(index + 1)
    const hidden = ([x, y]: Point) => inFront.some(([cover]) => cover(x, y) < 0)
    return visibleRuns(shape, hidden)
  })
})

function visibleRuns(shape: Field, hidden: (point: Point) => boolean): Run[] {
  return contours(shape, { cells: 150 }).flatMap((points) => {
    const firstHidden = points.findIndex(hidden)
    if (firstHidden < 0) return { points, closed: true }
    const fromThere = [...points.slice(firstHidden), ...points.slice(0, firstHidden + 1)]
    return openRuns(fromThere, hidden)
  })
}

function openRuns(points: Point[], hidden: (point: Point) => boolean): Run[] {
  const runs: Run[] = []
  let current: Point[] = []
  const endRun = () => {
    if (current.length > 1) runs.push({ points: current, closed: false })
    current = []
  }
  for (const point of points) {
    if (hidden(point)) endRun()
    else current.push(point)
  }
  endRun()
  return runs
}

type DrawingOptions = Turn & { ink: string; weight?: number }

/** A line drawing, without the lines that other parts hide. The darkest parts are filled in. */
export function drawing(name: SubjectName, circle: Circle, { ink, weight = 5, ...turn }: DrawingOptions) {
  const place = placement(circle, turn)
  const parts = partsOf(name)
  let solids = ''
  let lines = ''
  for (const [index, runs] of visibleRunsOf(name).entries()) {
    for (const { points, closed } of runs) {
      const placed = points.map(place)
      if (closed && isSolid(parts[index])) solids += closedPath(placed)
      else lines += closed ? closedPath(placed) : openPath(placed)
    }
  }
  const drawn = path(lines, 'none', stroke(ink, weight, `${ROUND_JOINS} ${ROUND_ENDS}`))
  return drawn + (solids && path(solids, ink, EVEN_ODD))
}

const isSolid = (part: Part | undefined) => part !== undefined && part[1] > SOLID

type PhotoOptions = Turn & ScreenOptions & { background?: Darkness; clip?: Box }

/** The subject as a halftone photograph, lit from the upper left. */
export function photo(name: SubjectName, circle: Circle, options: PhotoOptions): string {
  const { rotation = 0, flip = 1, background = () => -1, clip, ...screenOptions } = options
  const [x0, y0, radius] = circle
  const parts = partsOf(name)
  const cos = Math.cos(-rotation)
  const sin = Math.sin(-rotation)
  const darkness: Darkness = (x, y) => {
    const dx = (x - x0) / radius
    const dy = (y - y0) / radius
    const dark = tone(parts, (dx * cos - dy * sin) * flip, dx * sin + dy * cos)
    return dark < 0 ? background(x, y) : dark
  }
  const area: Box = clip ?? [x0 - radius * 1.1, y0 - radius * 1.1, radius * 2.2, radius * 2.2]
  return screen(darkness, area, screenOptions)
}
