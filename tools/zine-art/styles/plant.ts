import { type Point, TAU } from '../geometry.ts'
import { shakyLine } from '../hand-made.ts'
import { cycle } from '../random.ts'
import { disc, path, pointText, ROUND_ENDS, ROUND_JOINS, shifted, stroke } from '../shapes.ts'
import type { Sheet } from '../sheet.ts'

type Place = { x: number; base: number; height: number; index: number }

/** Half width of a leaf of length 1, and the petals of the flower, for each of three invented species. */
const SPECIES = [
  { leaf: 0.3, petal: 0.46, petals: 5, veinedPetals: true },
  { leaf: 0.2, petal: 0.2, petals: 9, veinedPetals: false },
  { leaf: 0.46, petal: 0.46, petals: 6, veinedPetals: true },
]
const BUD = 0.46

type Species = (typeof SPECIES)[number]
type Strokes = { flat: string; outline: string; fine: string }

/** An invented plant: a bent stem, leaves by turns, a flower, three buds and its roots. */
export function drawPlant(sheet: Sheet, { x, base, height, index }: Place): void {
  const { random, keyInk, spotInk } = sheet
  const species = cycle(SPECIES, sheet.seed + index)
  const root: Point = [x, base]
  const flower: Point = [x + (random() - 0.5) * 120, base - height]
  const bend: Point = [(root[0] + flower[0]) / 2 + (random() - 0.5) * 160, (root[1] + flower[1]) / 2]
  const stem = (t: number): Point => [
    bezier(root[0], bend[0], flower[0], t),
    bezier(root[1], bend[1], flower[1], t),
  ]
  const strokes: Strokes = {
    flat: '',
    outline: `M${pointText(root)}Q${pointText(bend)} ${pointText(flower)}`,
    fine: '',
  }
  addLeaves(sheet, strokes, { stem, species, count: 8 + (index % 3) })
  addPetals(sheet, strokes, { at: flower, species })
  addBuds(strokes, stem)
  strokes.fine += roots(sheet, root)

  sheet.inSpot(shifted(path(strokes.flat, spotInk), 12, -9))
  sheet.inKey(
    path(strokes.outline, 'none', stroke(keyInk, 5, `${ROUND_JOINS} ${ROUND_ENDS}`)),
    path(strokes.fine, 'none', stroke(keyInk, 2.6, ROUND_ENDS)),
  )
  drawFlowerHeart(sheet, flower)
}

const bezier = (from: number, bend: number, to: number, t: number) =>
  (1 - t) ** 2 * from + 2 * t * (1 - t) * bend + t * t * to

type Stem = (t: number) => Point
type Leaves = { stem: Stem; species: Species; count: number }

function addLeaves({ random, height }: Sheet, strokes: Strokes, { stem, species, count }: Leaves): void {
  for (let index = 0; index < count; index++) {
    const t = 0.12 + (0.74 * index) / count
    const side = index % 2 ? 1 : -1
    const angle = -Math.PI / 2 + side * (0.75 + random() * 0.4)
    const length = (170 + random() * 60) * (1.2 - t * 0.7) * (height / 1250)
    const leaf = leafAt(stem(t), { angle, length, halfWidth: species.leaf })
    strokes.outline += leaf.edge
    strokes.fine += leaf.veins
    strokes.flat += leaf.edge
  }
}

function addPetals(
  { random, height }: Sheet,
  strokes: Strokes,
  flower: { at: Point; species: Species },
): void {
  const { petals, petal, veinedPetals } = flower.species
  for (let index = 0; index < petals; index++) {
    const angle = (index / petals) * TAU + random() * 0.1
    const leaf = leafAt(flower.at, { angle, length: 92 * (height / 1250), halfWidth: petal })
    strokes.outline += leaf.edge
    if (veinedPetals) strokes.fine += leaf.veins
    strokes.flat += leaf.edge
  }
}

function addBuds(strokes: Strokes, stem: Stem): void {
  for (let index = 0; index < 3; index++) {
    const [x, y] = stem(0.55 + index * 0.14)
    const angle = -Math.PI / 2 + (index % 2 ? -1 : 1) * 0.7
    const end: Point = [x + Math.cos(angle) * 120, y + Math.sin(angle) * 130]
    const bend: Point = [x + Math.cos(angle) * 40, y - 90]
    const bud = leafAt(end, { angle: angle - 0.2, length: 56, halfWidth: BUD })
    strokes.outline += `M${pointText([x, y])}Q${pointText(bend)} ${pointText(end)}${bud.edge}`
    strokes.flat += bud.edge
  }
}

function roots({ random }: Sheet, [x, y]: Point): string {
  const strands = Array.from({ length: 7 }, (_, index) => {
    const angle = Math.PI / 2 + (index - 3) * 0.34
    const end: Point = [x + Math.cos(angle) * 90, y + Math.sin(angle) * (60 + random() * 60)]
    return shakyLine([x, y], end, { random, jitter: 10 })
  })
  return strands.join('')
}

function drawFlowerHeart({ keyInk, inKey }: Sheet, [x, y]: Point): void {
  inKey(disc([x, y, 26], keyInk))
  for (let index = 0; index < 12; index++) {
    const angle = (index / 12) * TAU
    inKey(disc([x + Math.cos(angle) * 38, y + Math.sin(angle) * 38, 4], keyInk))
  }
}

type Leaf = { angle: number; length: number; halfWidth: number }

function leafAt([x, y]: Point, { angle, length, halfWidth }: Leaf): { edge: string; veins: string } {
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const at = (u: number, v: number) =>
    pointText([x + (u * cos - v * sin) * length, y + (u * sin + v * cos) * length])
  const side = (sign: number) => [at(0.3, sign * halfWidth), at(0.72, sign * halfWidth * 0.8)]
  const [leftLow, leftHigh] = side(-1)
  const [rightLow, rightHigh] = side(1)
  const edge = `M${at(0, 0)}C${leftLow} ${leftHigh} ${at(1, 0)}C${rightHigh} ${rightLow} ${at(0, 0)}Z`

  let veins = `M${at(0, 0)}L${at(1, 0)}`
  for (let pair = 1; pair < 6; pair++) {
    const u = pair / 6.4
    for (const sign of [-1, 1]) {
      const end = at(u + 0.16, sign * halfWidth * 0.72 * (1 - u * 0.45))
      veins += `M${at(u, 0)}Q${at(u + 0.08, sign * halfWidth * 0.4)} ${end}`
    }
  }
  return { edge, veins }
}
