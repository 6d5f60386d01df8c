import { randomNumbers } from '../random-numbers.ts'
import { adjusted, type Sample, toneSplit } from './tones.ts'

/** Values in rows. */
type Grid = { values: Float32Array; columns: number; rows: number }

/** Divides the picture into blocks of this side, and picks a value from the number of pixels of each lightness. */
function blocksOf({ width, height, lightness }: Sample, side: number, pick: (counts: Uint32Array) => number): Grid {
  const columns = Math.ceil(width / side)
  const rows = Math.ceil(height / side)
  const values = new Float32Array(columns * rows)
  const step = Math.max(1, Math.floor(side / 8))
  const counts = new Uint32Array(256)
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const [bottom, right] = [Math.min(height, (row + 1) * side), Math.min(width, (column + 1) * side)]
      counts.fill(0)
      for (let y = Math.floor(row * side); y < bottom; y += step)
        for (let x = Math.floor(column * side); x < right; x += step) {
          const value = lightness[y * width + x] as number
          counts[value] = (counts[value] as number) + 1
        }
      values[row * columns + column] = pick(counts)
    }
  return { values, columns, rows }
}

/** The lightness that this share of the pixels does not reach. */
function valueAt(counts: Uint32Array, share: number) {
  let left = Math.floor(sumOf(counts) * share)
  return counts.findIndex((count) => {
    left -= count
    return left < 0
  })
}

/** Replaces each value by one from the nine around it. */
function around({ values, columns, rows }: Grid, pick: (near: Float32Array) => number): Grid {
  const picked = new Float32Array(values.length)
  const near = new Float32Array(9)
  for (let index = 0; index < values.length; index += 1) {
    const [column, row] = [index % columns, Math.floor(index / columns)]
    for (let place = 0; place < 9; place += 1) {
      const nearRow = clamp(row + Math.floor(place / 3) - 1, rows)
      near[place] = values[nearRow * columns + clamp(column + (place % 3) - 1, columns)] as number
    }
    picked[index] = pick(near)
  }
  return { values: picked, columns, rows }
}

const clamp = (index: number, count: number) => Math.min(count - 1, Math.max(0, index))

type Places = {
  /** Where each pixel is in the grid, in columns or rows. */
  toGrid: (pixel: number) => number
  /** The index of a column or row beyond the edges. */
  wrap: (index: number, count: number) => number
}

/** Interpolates a grid between its values, and returns the values of a row of pixels. The next row replaces them. */
function interpolate(
  { values, columns, rows }: Grid,
  width: number,
  { across, down }: { across: Places; down: Places },
) {
  const stretched = new Float64Array(width * rows)
  const places = Array.from({ length: width }, (_, x) => placeOf(x, columns, across))
  for (let row = 0, pixel = 0; row < rows; row += 1)
    for (const { before, after, part } of places) {
      const [left, right] = [values[row * columns + before] as number, values[row * columns + after] as number]
      stretched[pixel] = left * (1 - part) + right * part
      pixel += 1
    }
  const line = new Float64Array(width)
  return (y: number) => {
    const { before, after, part } = placeOf(y, rows, down)
    const [upper, lower] = [before * width, after * width]
    for (let x = 0; x < width; x += 1)
      line[x] = (stretched[upper + x] as number) * (1 - part) + (stretched[lower + x] as number) * part
    return line
  }
}

function placeOf(pixel: number, count: number, { toGrid, wrap }: Places) {
  const place = toGrid(pixel)
  const index = Math.floor(place)
  return { before: wrap(index, count), after: wrap(index + 1, count), part: place - index }
}

/** Interpolates between the middles of blocks. */
function interpolateBlocks(grid: Grid, sample: Sample, side: number) {
  const places: Places = { toGrid: (pixel) => Math.max(0, (pixel + 0.5) / side - 0.5), wrap: clamp }
  return interpolate(grid, sample.width, { across: places, down: places })
}

function sumOf(values: Float32Array | Uint32Array) {
  let sum = 0
  for (let index = 0; index < values.length; index += 1) sum += values[index] as number
  return sum
}

const mean = (values: Float32Array) => sumOf(values) / values.length

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
    blocksOf(sample, side, (counts) => valueAt(counts, 0.9)),
    (near) => Math.max(...near),
  )
  // In the middle of a large solid there is no paper to compare with.
  const least = Math.max(...light.values) * 0.4
  const paperOf = interpolateBlocks(
    around(light, (near) => Math.max(least, mean(near))),
    sample,
    side,
  )
  // Lines thinner than a pixel stay visible as a lighter tone.
  const sharpness = 1.2 + 1.3 * Math.min(2, cell / 2)
  return [
    fill(sample, (shares, y, start) => {
      const paper = paperOf(y)
      for (let x = 0; x < shares.length; x += 1) {
        const darkness = Math.min(
          1,
          Math.max(0, (0.96 - (lightness[start + x] as number) / (paper[x] as number)) / 0.26),
        )
        shares[x] = (0.5 - adjusted(1 - darkness, tones)) * sharpness + 0.5
      }
    }),
  ]
}

/** A photocopy without greys: dark areas break up, and edges are gritty. The second ink prints a flat mid-tone. */
export function photocopy(sample: Sample) {
  const { lightness, darkness, cell, inks } = sample
  const side = cell * toneBlock
  const levels = Uint8Array.from(darkness, (value) => value * 255)
  const meanOf = interpolateBlocks(
    around(
      blocksOf(sample, side, (counts) => {
        let sum = 0
        for (let value = 0; value < 256; value += 1) sum += (counts[value] as number) * (levels[value] as number)
        return sum / sumOf(counts)
      }),
      mean,
    ),
    sample,
    side,
  )
  // Grains that are too small for the resolution blur into a tone.
  const visible = Math.min(1, Math.max(0, (cell - 0.4) / 2))
  const sharpness = 1 / (0.1 + 0.5 * (1 - visible))
  const grainOf = interpolateGrain(sample)
  const toner = fill(sample, (shares, y, start) => {
    const [means, grain] = [meanOf(y), grainOf(y)]
    for (let x = 0; x < shares.length; x += 1) {
      const tone = darkness[lightness[start + x] as number] as number
      // Edges are darker than areas, as on a drum that has little toner.
      const raised = 1.7 * tone - 0.35 + 0.8 * (tone - (means[x] as number) / 255)
      shares[x] = (Math.min(1, raised) - 0.5 - ((grain[x] as number) - 0.5) * visible) * sharpness + 0.5
    }
  })
  if (inks === 1) return [toner]
  const flat = Uint8Array.from(darkness, (value) => clampShare((value - 0.3) * 12 + 0.5))
  return [toner, lightness.map((value) => flat[value] as number)]
}

const tileSide = 256

/** Grain between about 0 and 1, mostly in the middle. It repeats across the page and is always the same. */
let tile: Grid | undefined

function makeTile(): Grid {
  const random = randomNumbers(2)
  const noise = Float32Array.from({ length: tileSide ** 2 }, random)
  const at = (index: number) => noise[(index + noise.length) % noise.length] as number
  const values = noise.map((value, index) => {
    const near = at(index - 1) + at(index + 1) + at(index - tileSide) + at(index + tileSide)
    // A few specks are far from the others: holes in the toner, and dust on the glass.
    const speck = value > 0.985 ? 0.6 : value < 0.002 ? -0.6 : 0
    return 0.5 + ((value * 2 + near) / 6 - 0.5) * 1.25 + speck
  })
  return { values, columns: tileSide, rows: tileSide }
}

function interpolateGrain({ x, y, width, cell }: Sample) {
  tile ??= makeTile()
  const wrap = (index: number) => index & (tileSide - 1)
  return interpolate(tile, width, {
    across: { toGrid: (pixel) => (pixel + x) / cell, wrap },
    down: { toGrid: (pixel) => (pixel + y) / cell, wrap },
  })
}

/** Scattered dots, one pixel of the sample each. */
export const dither = (sample: Sample) =>
  toneSplit(sample.inks).map((tone) => scatter(sample, sample.darkness.map(tone)))

/**
 * Atkinson’s dithering spreads the error of each pixel: an eighth to each of six neighbours. The rest makes lights and
 * darks clean.
 */
function scatter({ width, height, lightness }: Sample, tones: Float32Array) {
  const shares = new Uint8Array(width * height)
  // Rows are longer than the picture, because errors leave it at its edges.
  const [margin, row] = [2, width + 4]
  const values = new Float32Array(row * (height + 2))
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      values[y * row + margin + x] = tones[lightness[y * width + x] as number] as number
  const neighbours = [1, 2, row - 1, row, row + 1, 2 * row]
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const place = y * row + margin + x
      const value = values[place] as number
      const isInk = value > 0.5
      if (isInk) shares[y * width + x] = 255
      const error = (value - (isInk ? 1 : 0)) / 8
      for (const away of neighbours) values[place + away] = (values[place + away] as number) + error
    }
  return shares
}

type SetRow = (shares: Float64Array, y: number, start: number) => void

/** The shares of an ink in all pixels, from 0 to 255. `setRow` may set shares outside of 0 and 1. */
function fill({ width, height }: Sample, setRow: SetRow) {
  const filled = new Uint8Array(width * height)
  const shares = new Float64Array(width)
  for (let y = 0, pixel = 0; y < height; y += 1) {
    setRow(shares, y, pixel)
    for (let x = 0; x < width; x += 1, pixel += 1) filled[pixel] = clampShare(shares[x] as number)
  }
  return filled
}

const clampShare = (share: number) => Math.min(1, Math.max(0, share)) * 255
