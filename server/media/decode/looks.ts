import type { Sharp } from 'sharp'

/**
 * What a picture looks like, in 128 bits: whether each of a few greys is darker than its neighbour, along and down. A copy
 * that was scaled, saved anew or brightened differs in a few of them. None of a picture that is nearly of one colour, which
 * looks like every other such.
 */
export async function looksOf(picture: Sharp) {
  const small = picture.flatten({ background: '#ffffff' }).greyscale().resize(72, 72, { fit: 'fill' })
  const raw = await small.raw().toBuffer()
  const bits = [...brighterNeighbours(raw, 8, 9), ...brighterNeighbours(raw, 9, 8)]
  const set = bits.filter(Boolean).length
  if (set < fewest || set > bits.length - fewest) return undefined
  return BigInt(`0b${bits.map(Number).join('')}`)
    .toString(16)
    .padStart(bits.length / 4, '0')
}

const fewest = 12
/** Two greys that are nearly the same say nothing about each other. */
const noticed = 2

/** Of the 72 × 72 greys, as a grid of so many rows and columns, each with the next along its longer side. */
function brighterNeighbours(greys: Buffer, rows: number, columns: number) {
  const grid = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => meanOf(greys, { row, rows, column, columns })),
  )
  const at = (row: number, column: number) => grid[row]?.[column] ?? 0
  const [down, along] = rows > columns ? [1, 0] : [0, 1]
  return Array.from({ length: 64 }, (_, bit) => {
    const [row, column] = [Math.floor(bit / 8), bit % 8]
    return at(row + down, column + along) > at(row, column) + noticed
  })
}

type Cell = { row: number; rows: number; column: number; columns: number }

function meanOf(greys: Buffer, { row, rows, column, columns }: Cell) {
  const [height, width] = [72 / rows, 72 / columns]
  let sum = 0
  for (let y = row * height; y < (row + 1) * height; y++)
    for (let x = column * width; x < (column + 1) * width; x++) sum += greys[y * 72 + x] ?? 0
  return sum / (height * width)
}
