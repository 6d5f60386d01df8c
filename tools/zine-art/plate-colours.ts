import { type Ink, PAPERS, type Paper, separate } from './inks.ts'

type Colour = [red: number, green: number, blue: number]

/**
 * The colours a two-ink print consists of: paper, spot, key, both inks, and one step between each two that touch.
 * Kept lossless in these eight, a page is sharper and smaller than a lossy one, which dulls the pink between dots.
 * More steps would print the soft bands of uneven ink as hard-edged clouds.
 */
export function plateColours(inks: readonly Ink[], paperName: Paper): Colour[] {
  const pair = separate(inks)
  const paper = parseHex(PAPERS[paperName])
  const spot = multiply(paper, parseHex(pair.spot))
  const key = multiply(paper, parseHex(pair.key))
  const both = multiply(spot, parseHex(pair.key))
  const touching: [Colour, Colour][] = [
    [paper, spot],
    [paper, key],
    [spot, both],
    [key, both],
  ]
  return [paper, spot, key, both, ...touching.map(halfway)].map(rounded)
}

/** Replaces every pixel of packed RGB by the nearest colour, in place. */
export function reduceToColours(pixels: Uint8Array, colours: Colour[]): void {
  const nearest = nearestColourTable(colours)
  for (let at = 0; at < pixels.length; at += 3) {
    const colour = colours[nearest[cellOf(pixels, at)] ?? 0]
    if (!colour) continue
    pixels[at] = colour[0]
    pixels[at + 1] = colour[1]
    pixels[at + 2] = colour[2]
  }
}

const LEVELS = 32
const LEVEL = 256 / LEVELS

const cellOf = (pixels: Uint8Array, at: number) =>
  (level(pixels[at]) * LEVELS + level(pixels[at + 1])) * LEVELS + level(pixels[at + 2])

const level = (value = 0) => Math.floor(value / LEVEL)

/** Index of the nearest colour for each of 32 × 32 × 32 cells of colour space. */
function nearestColourTable(colours: Colour[]): Uint8Array {
  const middle = (step: number) => (step + 0.5) * LEVEL
  return Uint8Array.from({ length: LEVELS ** 3 }, (_, cell) => {
    const red = Math.floor(cell / LEVELS ** 2)
    const green = Math.floor(cell / LEVELS) % LEVELS
    const distances = colours.map((colour) =>
      squaredDistance(colour, [middle(red), middle(green), middle(cell % LEVELS)]),
    )
    return distances.indexOf(Math.min(...distances))
  })
}

const squaredDistance = (a: Colour, b: Colour) => (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2

const parseHex = (hex: string): Colour => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
]

const multiply = (a: Colour, b: Colour): Colour => [
  (a[0] * b[0]) / 255,
  (a[1] * b[1]) / 255,
  (a[2] * b[2]) / 255,
]

const halfway = ([a, b]: [Colour, Colour]): Colour => [
  (a[0] + b[0]) / 2,
  (a[1] + b[1]) / 2,
  (a[2] + b[2]) / 2,
]

const rounded = ([red, green, blue]: Colour): Colour => [Math.round(red), Math.round(green), Math.round(blue)]
