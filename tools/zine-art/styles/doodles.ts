import { type Point, TAU, tenth } from '../geometry.ts'
import { drawing, silhouette } from '../pictures.ts'
import { cycle } from '../random.ts'
import { closedPath, path, ROUND_ENDS, ROUND_JOINS, shifted, star, stroke } from '../shapes.ts'
import type { Sheet } from '../sheet.ts'

type Doodle = (sheet: Sheet, at: Point) => void

const pen = ({ keyInk }: Sheet) => stroke(keyInk, 4.5, `${ROUND_ENDS} ${ROUND_JOINS}`)

const spiral: Doodle = (sheet, [x, y]) => {
  let d = `M${x} ${y}`
  for (let turn = 0; turn < 16; turn += 0.4) {
    d += `L${tenth(x + turn * 3 * Math.cos(turn))} ${tenth(y + turn * 3 * Math.sin(turn))}`
  }
  sheet.inKey(path(d, 'none', pen(sheet)))
}

const starInOneLine: Doodle = (sheet, [x, y]) => {
  const points = Array.from({ length: 5 }, (_, index): Point => {
    const angle = -Math.PI / 2 + (index * 2 * TAU) / 5
    return [x + 46 * Math.cos(angle), y + 46 * Math.sin(angle)]
  })
  sheet.inSpot(star([x + 5, y + 5, 46], sheet.spotInk))
  sheet.inKey(`<g>${path(closedPath(points), 'none', pen(sheet))}</g>`)
}

const heart: Doodle = (sheet, [x, y]) => {
  const left = `C${x - 90} ${y - 20} ${x - 40} ${y - 74} ${x} ${y - 30}`
  const right = `C${x + 40} ${y - 74} ${x + 90} ${y - 20} ${x} ${y + 40}`
  const d = `M${x} ${y + 40}${left}${right}Z`
  sheet.inSpot(shifted(path(d, sheet.spotInk), 6, 5))
  sheet.inKey(path(d, 'none', pen(sheet)))
}

const waves: Doodle = (sheet, [x, y]) => {
  const wave = 'q12 -30 25 0t25 0t25 0t25 0'
  sheet.inKey(
    path(`M${x - 50} ${y}${wave}`, 'none', pen(sheet)),
    path(`M${x - 50} ${y + 24}${wave}`, 'none', pen(sheet)),
  )
}

const subjectAgain: Doodle = (sheet, [x, y]) => {
  sheet.inSpot(silhouette(sheet.subject, [x + 5, y + 4, 64], sheet.spotInk))
  sheet.inKey(drawing(sheet.subject, [x, y, 64], { ink: sheet.keyInk, weight: 4.5 }))
}

const DOODLES = [spiral, starInOneLine, heart, waves, subjectAgain]

export const drawDoodle = (sheet: Sheet, at: Point, choice: number) => cycle(DOODLES, choice)(sheet, at)
