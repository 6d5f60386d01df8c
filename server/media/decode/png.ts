import { areInks, type Colours, codedColours, gamma, srgbPrimaries } from './colours.ts'

type Chunks = Map<string, Buffer>

/** The chunks before the picture data, by type. */
export function readPngChunks(bytes: Buffer) {
  const chunks: Chunks = new Map()
  for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'IDAT') break
    chunks.set(type, bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)))
  }
  return chunks
}

/** With one frame, the animation is a still, unless the frame is not the default picture. */
export function isAnimatedPng(chunks: Chunks) {
  const control = chunks.get('acTL')
  const frames = control && control.length >= 4 ? control.readUInt32BE() : 0
  return frames > 1 || (frames === 1 && !chunks.has('fcTL'))
}

/** Like browsers, takes the first that is present of cICP, iCCP, sRGB and gAMA. Undefined if the decoder knows better. */
export function pngColours(chunks: Chunks): Colours | undefined {
  const [primariesCode = 0, curveCode = 0, matrix] = chunks.get('cICP') ?? []
  const coded = matrix === 0 ? codedColours(primariesCode, curveCode) : undefined
  if (coded || chunks.has('iCCP') || chunks.has('sRGB')) return coded
  const [exponent] = readNumbers(chunks.get('gAMA'))
  if (!exponent) return undefined
  const inks = readNumbers(chunks.get('cHRM'))
  const primaries = areInks(inks) ? inks : srgbPrimaries
  const isSrgb = isNear([exponent], [srgbExponent]) && isNear(primaries, srgbPrimaries)
  return isSrgb ? undefined : { primaries, toLight: gamma(1 / exponent) }
}

/** What encoders write for the curve of sRGB, which is no power. */
const srgbExponent = 0.45455

const isNear = (values: readonly number[], others: readonly number[]) =>
  values.every((value, index) => Math.abs(value - (others[index] ?? 0)) < 0.005)

/** PNG stores fractions as multiples of 0.00001. */
function readNumbers(data: Buffer = Buffer.of()) {
  return Array.from({ length: Math.floor(data.length / 4) }, (_, index) => data.readUInt32BE(index * 4) / 100_000)
}
