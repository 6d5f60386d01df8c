import { crc32, deflateSync } from 'node:zlib'
import { clamp } from './geometry.ts'
import { randomFrom } from './random.ts'

// Grain is two tiny embedded pictures: SVG noise filters take seconds to rasterise, for every page.

const GRAY = 0
const GRAY_WITH_ALPHA = 4

type Bitmap = { width: number; height: number; colourType: number; bytes: Uint8Array }

function pngAddress({ width, height, colourType, bytes }: Bitmap): string {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  header[9] = colourType
  const png = Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(unfilteredRows(bytes, height), { level: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
  return `data:image/png;base64,${png.toString('base64')}`
}

function unfilteredRows(bytes: Uint8Array, height: number): Buffer {
  const stride = bytes.length / height
  const rows = Buffer.alloc((stride + 1) * height)
  for (let y = 0; y < height; y++)
    rows.set(bytes.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1)
  return rows
}

function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}

export const SPECK_TILE = 256

let specks: string | undefined

/** Where the drum missed the paper: one tile of black specks that every page shares, moved by its seed. */
export function speckTile(): string {
  specks ??= drawSpecks()
  return specks
}

function drawSpecks(): string {
  const random = randomFrom(7)
  const noise = Float32Array.from({ length: SPECK_TILE * SPECK_TILE }, random)
  const at = (x: number, y: number) => noise[wrapped(y) * SPECK_TILE + wrapped(x)] ?? 0
  const bytes = new Uint8Array(SPECK_TILE * SPECK_TILE * 2)
  for (let y = 0; y < SPECK_TILE; y++) {
    for (let x = 0; x < SPECK_TILE; x++) {
      let sum = at(x, y) * 2
      for (let j = -1; j < 2; j++) for (let i = -1; i < 2; i++) sum += at(x + i, y + j)
      const opacity = Math.round(clamp((0.345 - sum / 11) / 0.06) * 6) * 40
      bytes[(y * SPECK_TILE + x) * 2 + 1] = opacity
    }
  }
  return pngAddress({ width: SPECK_TILE, height: SPECK_TILE, colourType: GRAY_WITH_ALPHA, bytes })
}

const wrapped = (index: number) => (index + SPECK_TILE) % SPECK_TILE

/** Uneven ink: a few long soft bands, to be stretched over the page. `depth` is how thin the ink may get. */
export function inkDensity(seed: number, depth: number): string {
  const width = 20
  const height = 60
  const random = randomFrom(seed)
  const bytes = new Uint8Array(width * height)
  let row = 1
  for (let y = 0; y < height; y++) {
    row = clamp(row + (random() - 0.5) * 0.5, 0.55, 1)
    for (let x = 0; x < width; x++) {
      bytes[y * width + x] = Math.round(255 * (1 - depth * clamp(1 - row + (random() - 0.5) * 0.5)))
    }
  }
  return pngAddress({ width, height, colourType: GRAY, bytes })
}
