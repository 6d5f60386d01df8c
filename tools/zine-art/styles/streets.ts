import { type Point, tenth } from '../geometry.ts'
import { NO_INK } from '../inks.ts'
import { clipped, closedPath, disc, line, openPath, path, rect, stroke } from '../shapes.ts'
import { defineClip, type Sheet, TINTS } from '../sheet.ts'

type Layers = { spot: string; key: string }
/** Bends the straight grid of the plan, as old towns are. */
type Bend = (point: Point) => Point
type Block = { left: number; right: number; top: number; bottom: number; bend: Bend }

const BEYOND = 500
const KERB = 15

/** Parks, houses, streets and a river, clipped to the map's frame. */
export function drawStreets(sheet: Sheet): void {
  const { width, height, margin, innerWidth, innerHeight, page, random } = sheet
  const angle = 0.1 + random() * 0.3
  const frame = `<rect x="${margin}" y="${margin}" width="${innerWidth}" height="${innerHeight}"/>`
  const clip = defineClip(sheet, 'mc', frame)
  const layers: Layers = { spot: rect([margin, margin, innerWidth, innerHeight], TINTS.spot), key: '' }
  const bend = bendAround([width / 2, height / 2], angle)
  const step = 128 * (page ? 1.6 : 1)
  const columns = streetLines(width, step, sheet)
  const rows = streetLines(height, step, sheet)

  addBlocks(sheet, layers, { columns, rows, bend })
  addStreets(sheet, layers, { columns, rows, bend })
  addRiver(sheet, layers)
  sheet.inSpot(clipped(layers.spot, clip))
  sheet.inKey(clipped(layers.key, clip))
}

function bendAround([centreX, centreY]: Point, angle: number): Bend {
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  return ([x, y]) => {
    const dx = x - centreX
    const dy = y - centreY
    return [
      centreX + dx * cos - dy * sin + 26 * Math.sin(y / 190),
      centreY + dx * sin + dy * cos + 22 * Math.sin(x / 210),
    ]
  }
}

function streetLines(length: number, step: number, { random }: Sheet): number[] {
  const lines: number[] = []
  for (let at = -BEYOND; at < length + BEYOND; at += step * (0.7 + random() * 0.7)) lines.push(at)
  return lines
}

type Plan = { columns: number[]; rows: number[]; bend: Bend }

function addBlocks(sheet: Sheet, layers: Layers, { columns, rows, bend }: Plan): void {
  for (const [left, right] of pairs(columns)) {
    for (const [top, bottom] of pairs(rows)) {
      const block = { left: left + KERB, right: right - KERB, top: top + KERB, bottom: bottom - KERB, bend }
      const use = sheet.random()
      if (use < 0.16) addPark(sheet, layers, block)
      else if (use < 0.62) addHouses(sheet, layers, block)
    }
  }
}

const pairs = (list: number[]) =>
  list.slice(1).map((next, index): [number, number] => [list[index] ?? next, next])

function addPark({ random, keyInk, spotInk }: Sheet, layers: Layers, block: Block): void {
  const { left, right, top, bottom, bend } = block
  const middle = (left + right) / 2
  const outline: Point[] = [
    [left, top],
    [middle, top],
    [right, top],
    [right, bottom],
    [middle, bottom],
    [left, bottom],
  ]
  layers.spot += path(closedPath(outline.map(bend)), spotInk)
  for (let tree = 0; tree < 5; tree++) {
    const [x, y] = bend([
      left + 20 + random() * (right - left - 40),
      top + 20 + random() * (bottom - top - 40),
    ])
    layers.key += disc([x, y, 12], 'none', stroke(keyInk, 3))
    layers.key += line([x, y + 4], [x, y + 22], { ink: keyInk })
  }
}

function addHouses({ random, keyInk }: Sheet, layers: Layers, block: Block): void {
  const { left, right, top, bottom, bend } = block
  const count = 2 + Math.floor(random() * 3)
  const frontage = right - left - 16
  for (let index = 0; index < count; index++) {
    const from = left + 8 + (frontage * index) / count
    const to = from + frontage / count - 7
    const depth = (bottom - top) * (0.3 + random() * 0.2)
    const house = (near: number, far: number) => closedPath(quad([from, to], [near, far]).map(bend))
    layers.key += path(house(top + 8, top + depth), random() < 0.5 ? keyInk : TINTS.key)
    if (random() < 0.7) {
      const fill = random() < 0.4 ? keyInk : 'none'
      layers.key += path(house(bottom - 8, bottom - depth * 0.8), fill, stroke(keyInk, 2.5))
    }
  }
}

const quad = ([left, right]: [number, number], [near, far]: [number, number]): Point[] => [
  [left, near],
  [right, near],
  [right, far],
  [left, far],
]

function addStreets({ width, height, random }: Sheet, layers: Layers, { columns, rows, bend }: Plan): void {
  const addStreet = (points: Point[]) => {
    const d = openPath(points.map(bend))
    layers.spot += path(d, 'none', stroke(NO_INK, random() < 0.25 ? 36 : 20))
  }
  for (const x of columns) addStreet(along(height).map((y) => [x, y]))
  for (const y of rows) addStreet(along(width).map((x) => [x, y]))
}

function along(length: number): number[] {
  const steps: number[] = []
  for (let at = -BEYOND; at < length + BEYOND; at += 60) steps.push(at)
  return steps
}

function addRiver({ width, height, random, keyInk }: Sheet, layers: Layers): void {
  const source = tenth(height * (0.2 + random() * 0.2))
  const mouth = tenth(height * (0.6 + random() * 0.25))
  const bends = `${tenth(width * 0.4)} ${tenth(height * 0.15)} ${tenth(width * 0.4)} ${tenth(height * 0.75)}`
  const course = `M-40 ${source}C${bends} ${width + 60} ${mouth}`
  const bed = path(course, 'none', stroke(NO_INK, 150))
  layers.spot += bed
  layers.key += bed
  for (const offset of [-46, -16, 14, 44]) {
    const dashes = `stroke-dasharray="${40 + random() * 40} ${20 + random() * 30}"`
    layers.key += `<g transform="translate(0 ${offset})">${path(course, 'none', stroke(keyInk, 3, dashes))}</g>`
  }
}
