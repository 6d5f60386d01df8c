import { randomNumbers } from '../random-numbers.ts'
import { adjusted, type Sample, toneSplit } from './tones.ts'

/** A value for each block of a picture, interpolated between the middles of the blocks. */
type Blocks = (x: number, y: number) => number

/** Divides the picture into blocks of this side, and picks a value from the pixels of each. */
function blocksOf({ width, height, lightness }: Sample, side: number, pick: (sorted: Uint8Array) => number) {
  const columns = Math.ceil(width / side)
  const rows = Math.ceil(height / side)
  const values = new Float32Array(columns * rows)
  const step = Math.max(1, Math.floor(side / 8))
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const pixels: number[] = []
      for (let y = Math.floor(row * side); y < Math.min(height, (row + 1) * side); y += step)
        for (let x = Math.floor(column * side); x < Math.min(width, (column + 1) * side); x += step)
          pixels.push(lightness[y * width + x] as number)
      values[row * columns + column] = pick(Uint8Array.from(pixels).sort())
    }
  return { values, columns, rows }
}

type Grid = ReturnType<typeof blocksOf>

/** Replaces each value by one from the nine around it. */
function around({ values, columns, rows }: Grid, pick: (near: number[]) => number): Grid {
  const at = (column: number, row: number) =>
    values[Math.min(rows - 1, Math.max(0, row)) * columns + Math.min(columns - 1, Math.max(0, column))] as number
  const picked = values.map((_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)]
    return pick([-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => at(column + right, row + down))))
  })
  return { values: picked, columns, rows }
}

function interpolate({ values, columns, rows }: Grid, side: number): Blocks {
  return (x, y) => {
    const [column, row] = [Math.max(0, (x + 0.5) / side - 0.5), Math.max(0, (y + 0.5) / side - 0.5)]
    const [left, top] = [Math.min(columns - 1, Math.floor(column)), Math.min(rows - 1, Math.floor(row))]
    const [right, bottom] = [Math.min(columns - 1, left + 1), Math.min(rows - 1, top + 1)]
    const [across, down] = [column - left, row - top]
    const upper =
      (values[top * columns + left] as number) * (1 - across) + (values[top * columns + right] as number) * across
    const lower =
      (values[bottom * columns + left] as number) * (1 - across) + (values[bottom * columns + right] as number) * across
    return upper * (1 - down) + lower * down
  }
}

const mean = (values: ArrayLike<number> & Iterable<number>) => {
  let sum = 0
  for (const value of values) sum += value
  return sum / values.length
}

/** The sides of the blocks, in cells. */
const paperBlock = 16
const toneBlock = 10

/**
 * The lines of a drawing or handwriting, in the first ink. The paper around each place decides what is a line, because a
 * phone’s photo is darker at one side.
 */
export function lines(sample: Sample) {
  const { lightness, tones, cell } = sample
  const side = cell * paperBlock
  const light = around(
    blocksOf(sample, side, (sorted) => sorted[Math.floor(sorted.length * 0.9)] as number),
    (near) => Math.max(...near),
  )
  // In the middle of a large solid there is no paper to compare with.
  const least = Math.max(...light.values) * 0.4
  const paperAt = interpolate(
    around(light, (near) => Math.max(least, mean(near))),
    side,
  )
  // Lines thinner than a pixel stay visible as a lighter tone.
  const sharpness = 1.2 + 1.3 * Math.min(2, cell / 2)
  return [
    fill(sample, (pixel, x, y) => {
      const darkness = Math.min(1, Math.max(0, (0.96 - (lightness[pixel] as number) / paperAt(x, y)) / 0.26))
      return (0.5 - adjusted(1 - darkness, tones)) * sharpness + 0.5
    }),
  ]
}

/** A photocopy without greys: dark areas break up, and edges are gritty. The second ink prints a flat mid-tone. */
export function photocopy(sample: Sample) {
  const { lightness, darkness, cell, inks } = sample
  const side = cell * toneBlock
  const meanAt = interpolate(
    around(
      blocksOf(sample, side, (sorted) => mean(sorted.map((value) => (darkness[value] as number) * 255))),
      mean,
    ),
    side,
  )
  // Grains that are too small for the resolution blur into a tone.
  const visible = Math.min(1, Math.max(0, (cell - 0.4) / 2))
  const sharpness = 1 / (0.1 + 0.5 * (1 - visible))
  const toner = fill(sample, (pixel, x, y) => {
    const tone = darkness[lightness[pixel] as number] as number
    // Edges are darker than areas, as on a drum that has little toner.
    const raised = 1.7 * tone - 0.35 + 0.8 * (tone - meanAt(x, y) / 255)
    const grain = grainAt((x + sample.x) / cell, (y + sample.y) / cell)
    return (Math.min(1, raised) - 0.5 - (grain - 0.5) * visible) * sharpness + 0.5
  })
  if (inks === 1) return [toner]
  return [toner, fill(sample, (pixel) => ((darkness[lightness[pixel] as number] as number) - 0.3) * 12 + 0.5)]
}

const tileSide = 256

/** Grain between about 0 and 1, mostly in the middle. It repeats across the page and is always the same. */
let tile: Float32Array | undefined

function makeTile() {
  const random = randomNumbers(2)
  const noise = Float32Array.from({ length: tileSide ** 2 }, random)
  const at = (index: number) => noise[(index + noise.length) % noise.length] as number
  return noise.map((value, index) => {
    const near = at(index - 1) + at(index + 1) + at(index - tileSide) + at(index + tileSide)
    // A few specks are far from the others: holes in the toner, and dust on the glass.
    const speck = value > 0.985 ? 0.6 : value < 0.002 ? -0.6 : 0
    return 0.5 + ((value * 2 + near) / 6 - 0.5) * 1.25 + speck
  })
}

function grainAt(x: number, y: number) {
  tile ??= makeTile()
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [across, down] = [x - left, y - top]
  const mask = tileSide - 1
  const [row, next] = [(top & mask) * tileSide, ((top + 1) & mask) * tileSide]
  const [column, right] = [left & mask, (left + 1) & mask]
  const upper = (tile[row + column] as number) * (1 - across) + (tile[row + right] as number) * across
  const lower = (tile[next + column] as number) * (1 - across) + (tile[next + right] as number) * across
  return upper * (1 - down) + lower * down
}

/** Where Atkinson’s dithering spreads an error: an eighth to each of six neighbours. The rest makes lights and darks clean. */
const neighbours = [
  [1, 0],
  [2, 0],
  [-1, 1],
  [0, 1],
  [1, 1],
  [0, 2],
] as const

/** Scattered dots, one pixel of the sample each. */
export const dither = (sample: Sample) =>
  toneSplit(sample.inks).map((tone) => {
    const { width, height } = sample
    const values = Float32Array.from(sample.lightness, (value) => tone(sample.darkness[value] as number))
    return fill(sample, (pixel, x, y) => {
      const isInk = (values[pixel] as number) > 0.5
      const error = ((values[pixel] as number) - (isInk ? 1 : 0)) / 8
      for (const [right, down] of neighbours)
        if (x + right >= 0 && x + right < width && y + down < height) {
          const next = pixel + right + down * width
          values[next] = (values[next] as number) + error
        }
      return isInk ? 1 : 0
    })
  })

/** The shares of an ink in all pixels, from 0 to 255. `share` may be outside of 0 and 1. */
function fill({ width, height }: Sample, share: (pixel: number, x: number, y: number) => number) {
  const shares = new Uint8Array(width * height)
  for (let y = 0, pixel = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, pixel += 1) shares[pixel] = Math.min(1, Math.max(0, share(pixel, x, y))) * 255
  return shares
}
