import type { StampDesign } from '#contract/page-drawing.ts'
import type { Point } from '../drawing.ts'
import { randomNumbers } from '../random-numbers.ts'

/** Pieces of paper or linoleum, cut by hand. Their units are arbitrary: a stamp is scaled to its size. */
type Pieces = Point[][]

/** `x,y` for each corner. */
const piece = (corners: string): Point[] => corners.split(' ').map((corner) => corner.split(',').map(Number) as Point)

const mirrored = (points: Point[]): Point[] => points.map(([x, y]): Point => [-x, y]).reverse()

const both = (corners: string): Pieces => [piece(corners), mirrored(piece(corners))]

/** Cuts are never quite where they should be. */
const cut = (pieces: Pieces, { seed, off }: { seed: number; off: number }): Pieces => {
  const random = randomNumbers(seed)
  return pieces.map((points) => points.map(([x, y]): Point => [x + (random() - 0.5) * off, y + (random() - 0.5) * off]))
}

const rectangle = (x: number, y: number, width: number, height: number): Point[] => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
]

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Torn from a roll, with a zigzag at both ends. */
function tape(): Pieces {
  const teeth = 7
  const end = (x: number, step: number) =>
    range(teeth * 2 + 1).map((tooth): Point => [x + (tooth % 2) * step, 26 * (tooth / teeth - 1)])
  return cut([[...end(-122, 7), ...end(122, -7).reverse()]], { seed: 4, off: 2.4 })
}

/** A woven check: squares where dark threads cross, stripes where they meet light ones. */
function gingham(): Pieces {
  const [count, side, line] = [7, 20, 3]
  return range(count).flatMap((row) =>
    range(count).flatMap((column): Pieces => {
      const [x, y] = [column * side, row * side]
      const [isDarkRow, isDarkColumn] = [row % 2 === 0, column % 2 === 0]
      if (isDarkRow && isDarkColumn) return cut([rectangle(x, y, side, side)], { seed: row * 9 + column, off: 1.1 })
      if (!isDarkRow && !isDarkColumn) return []
      const stripes = range(3).map((stripe) => {
        const at = (side / 3) * (stripe + 0.5) - line / 2
        return isDarkRow ? rectangle(x - 0.5, y + at, side + 1, line) : rectangle(x + at, y - 0.5, line, side + 1)
      })
      return cut(stripes, { seed: row * 9 + column, off: 0.9 })
    }),
  )
}

/** Flags of paper on a string. */
function border(): Pieces {
  const flags = range(7).map((flag): Point[] => {
    const [x, y] = [(flag - 3) * 32, -1.4 * (flag - 3) ** 2]
    const slope = 1.4 * (flag - 3)
    return [
      [x - 14, y + slope + 3],
      [x + 14, y - slope + 3],
      [x + (flag % 2 ? 2 : -1), y + 38],
    ]
  })
  const string = range(11).map((step): Point => [(step - 5) * 23, -1.4 * ((step - 5) * 0.72) ** 2])
  const below = string.map(([x, y]): Point => [x, y - 3.5]).reverse()
  return cut([...flags, [...string, ...below]], { seed: 11, off: 1.6 })
}

/** Two bars that meet, with leaves in the angle. */
const corner = (): Pieces =>
  cut(
    [
      piece('0,0 120,2 118,11 46,10 11,12 10,50 12,119 1,120'),
      piece('20,20 38,22 54,36 60,58 42,54 26,42'),
      piece('70,20 88,16 106,22 112,30 92,34 78,30'),
      piece('20,70 30,78 34,92 29,112 21,104 16,88'),
      piece('66,66 75,64 77,73 68,77'),
    ],
    { seed: 3, off: 2 },
  )

const designs: Record<StampDesign, () => Pieces> = {
  star: () => [piece('2,-50 14,-17 50,-15 21,6 33,44 1,22 -31,42 -19,8 -49,-13 -13,-18')],
  heart: () => [
    piece('1,46 -26,21 -47,-3 -49,-23 -38,-39 -20,-42 -5,-32 2,-20 11,-34 29,-43 45,-34 50,-16 43,5 22,27'),
  ],
  moth: () => [
    piece('0,-26 5,-20 6,-4 4,22 0,38 -5,20 -6,-6 -5,-21'),
    ...both('9,-17 24,-30 46,-41 66,-44 62,-24 52,-6 36,4 10,1'),
    ...both('10,6 33,9 44,16 42,30 30,42 19,38 9,20'),
    ...both('2,-28 9,-43 17,-52 20,-50 12,-40 5,-27'),
  ],
  arrow: () => [piece('-60,-9 -20,-12 18,-10 16,-33 62,1 19,34 20,12 -22,10 -58,13 -47,2')],
  tick: () => [
    piece('-40,-30 20,-33 14,-24 -31,-22 -30,30 26,28 25,4 34,-6 36,38 -39,40'),
    piece('-21,-7 -11,-14 1,6 40,-48 52,-42 4,24'),
  ],
  tape,
  gingham,
  corner,
  border,
}

const cutDesigns = new Map<StampDesign, Pieces>()

export function piecesOf(design: StampDesign): Pieces {
  const pieces = cutDesigns.get(design) ?? designs[design]()
  cutDesigns.set(design, pieces)
  return pieces
}
