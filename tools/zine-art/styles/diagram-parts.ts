import { type Field, union } from '../distance-fields.ts'
import { type Circle, distance, type Point } from '../geometry.ts'
import { NO_INK } from '../inks.ts'
import { letters } from '../letters.ts'
import { cycle } from '../random.ts'
import { disc, path, pointText, stroke } from '../shapes.ts'
import type { Sheet } from '../sheet.ts'
import { partsOf } from '../subjects/subjects.ts'

type Rows = { top: number; bottom: number }

/** Letters A to E down both sides, each with a line to a part of the figure. */
export function drawPartLetters(sheet: Sheet, [x, y, radius]: Circle, { top, bottom }: Rows): void {
  const { width, margin, keyInk } = sheet
  const points = partPoints(sheet).sort((a, b) => a[1] - b[1])
  for (const [index, [u, v]] of points.entries()) {
    const inward = index % 2 === 0 ? 1 : -1
    const letterX = inward > 0 ? margin + 66 : width - margin - 66
    const letterY = top + 80 + ((bottom - top - 150) * index) / 4
    const target: Point = [x + u * radius, y + v * radius]
    const pointer = `M${pointText(target)}L${pointText([letterX + 34 * inward, letterY])}`
    sheet.inKey(path(pointer, 'none', stroke(keyInk, 3)), disc([...target, 8], keyInk))
    sheet.inSpot(disc([letterX, letterY, 36], NO_INK))
    sheet.inKey(
      disc([letterX, letterY, 34], NO_INK, stroke(keyInk, 4)),
      letters([letterX, letterY + 16], 'ABCDE'.charAt(index), { size: 46, align: 'middle', fill: keyInk }),
    )
  }
}

const WHERE_NOTHING_IS_FOUND: Point[] = [
  [-0.4, -0.2],
  [0.42, -0.05],
  [-0.1, 0.3],
  [0.5, 0.5],
  [-0.45, 0.6],
]

/** Five points well apart, each on a part of its own where the dice find room. */
function partPoints(sheet: Sheet): Point[] {
  const parts = partsOf(sheet.subject)
  const whole = union(...parts.map(([shape]) => shape))
  const points: Point[] = []
  for (const [index, fallback] of WHERE_NOTHING_IS_FOUND.entries()) {
    const [part] = cycle(parts, index * 2 + 1)
    points.push(throwPoint(sheet, { part, whole, points }) ?? fallback)
  }
  return points
}

type Target = { part: Field; whole: Field; points: Point[] }

function throwPoint({ random }: Sheet, { part, whole, points }: Target): Point | undefined {
  for (let attempt = 0; attempt < 240; attempt++) {
    const point: Point = [(random() - 0.5) * 1.8, (random() - 0.5) * 1.8]
    const field = attempt < 160 ? part : whole
    const isOnIt = field(...point) < -0.005
    if (isOnIt && points.every((other) => distance(point, other) > 0.35)) return point
  }
  return undefined
}
