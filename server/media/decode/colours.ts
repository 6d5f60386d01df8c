/**
 * How the numbers of a picture become light: chromaticities of its white and its inks, and a curve from 0 to 1. `scale`
 * fits the light of HDR pictures to ordinary screens.
 */
export type Colours = { primaries: Primaries; toLight: Curve; scale?: Scale | undefined }

type Curve = (value: number) => number
type Scale = (red: number, green: number, blue: number) => number
/** x and y of white, red, green and blue. */
type Primaries = readonly number[]

const d65 = [0.3127, 0.329]
export const srgbPrimaries: Primaries = [...d65, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06]
const smpte170m = [...d65, 0.63, 0.34, 0.31, 0.595, 0.155, 0.07]

const fromSrgb = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const toSrgb = (light: number) => (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055)
export const gamma = (exponent: number) => (value: number) => value ** exponent

/** 1 is the light of white paper, 203 nits. */
function fromPq(value: number) {
  const power = value ** (32 / 2523)
  const ratio = Math.max(0, power - 3424 / 4096) / (2413 / 128 - (2392 / 128) * power)
  return (10_000 / 203) * ratio ** (16_384 / 2610)
}

const fromHlg = (value: number) =>
  value <= 0.5 ? value ** 2 / 3 : (Math.exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12

const scalePq: Scale = (red, green, blue) => compressHdr(Math.max(red, green, blue))

const scaleHlg: Scale = (red, green, blue) => {
  const scale = (1000 / 203) * (0.2627 * red + 0.678 * green + 0.0593 * blue) ** 0.2
  return scale * compressHdr(scale * Math.max(red, green, blue))
}

/** Chromium does the same: paper gets half of the light of the screen, and 1000 nits get all of it. */
function compressHdr(light: number) {
  if (light <= 1) return 0.5
  const stops = Math.log2(light)
  return Math.min(1, 0.5 + 0.265 * stops - 0.02 * stops ** 2) / light
}

/** The keys of these tables are codes of ITU-T H.273, which PNG and AVIF use. */
const codedPrimaries: Record<number, Primaries | undefined> = {
  1: srgbPrimaries,
  5: [...d65, 0.64, 0.33, 0.29, 0.6, 0.15, 0.06],
  6: smpte170m,
  7: smpte170m,
  9: [...d65, 0.708, 0.292, 0.17, 0.797, 0.131, 0.046],
  11: [0.314, 0.351, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06],
  12: [...d65, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06],
}

const codedCurves: Record<number, Curve | undefined> = {
  1: gamma(2.4),
  4: gamma(2.2),
  5: gamma(2.8),
  6: gamma(2.4),
  8: gamma(1),
  13: fromSrgb,
  14: gamma(2.4),
  15: gamma(2.4),
  16: fromPq,
  18: fromHlg,
}

const codedScales: Record<number, Scale | undefined> = { 16: scalePq, 18: scaleHlg }

/** Undefined for codes that browsers do not know either. */
export function codedColours(primariesCode: number, curveCode: number): Colours | undefined {
  const [primaries, toLight] = [codedPrimaries[primariesCode], codedCurves[curveCode]]
  return primaries && toLight && { primaries, toLight, scale: codedScales[curveCode] }
}

/** False for values that span no colours. */
export const areInks = (values: Primaries) => values.length === 8 && matrixToSrgb(values).flat().every(Number.isFinite)

/** Converts pixels of 16 bits to sRGB with 8 bits. A fourth channel is transparency. */
export function toSrgbPixels(pixels: Uint16Array, channels: number, { primaries, toLight, scale }: Colours) {
  const lights = Float32Array.from({ length: 0x10000 }, (_, value) => toLight(Math.min(1, value / maxValue)))
  const encoded = Uint8Array.from({ length: lightSteps + 1 }, (_, step) => Math.round(255 * toSrgb(step / lightSteps)))
  const [toRed, toGreen, toBlue] = matrixToSrgb(primaries)
  const data = Buffer.alloc(pixels.length)
  for (let at = 0; at < pixels.length; at += channels) {
    const red = lights[pixels[at] ?? 0] ?? 0
    const green = lights[pixels[at + 1] ?? 0] ?? 0
    const blue = lights[pixels[at + 2] ?? 0] ?? 0
    const factor = (scale?.(red, green, blue) ?? 1) * lightSteps
    const encode = (row: Row) => {
      const step = Math.round(factor * (row[0] * red + row[1] * green + row[2] * blue))
      return encoded[Math.min(lightSteps, Math.max(0, step))] ?? 0
    }
    data[at] = encode(toRed)
    data[at + 1] = encode(toGreen)
    data[at + 2] = encode(toBlue)
    if (channels > 3) data[at + 3] = (pixels[at + 3] ?? 0) >> 8
  }
  return data
}

/** White of a picture with 8 bits, after the decoder made them 16. */
const maxValue = 0xff00
/** Enough for the darkest numbers of sRGB. */
const lightSteps = 0x3fff

type Row = readonly [number, number, number]
type Matrix = readonly [Row, Row, Row]

/** From light in the given inks to light in those of sRGB. White stays white. */
function matrixToSrgb(primaries: Primaries): Matrix {
  const inverse = invert(toXyz(srgbPrimaries))
  return multiply(multiply(inverse, adaptWhite(primaries)), toXyz(primaries))
}

const xyzOf = (primaries: Primaries, index: number): Row => {
  const [x = 0, y = 1] = primaries.slice(index * 2)
  return [x / y, 1, (1 - x - y) / y]
}

function toXyz(primaries: Primaries): Matrix {
  const inks = transpose([xyzOf(primaries, 1), xyzOf(primaries, 2), xyzOf(primaries, 3)])
  const amounts = apply(invert(inks), xyzOf(primaries, 0))
  return mapRows(inks, (row) => [row[0] * amounts[0], row[1] * amounts[1], row[2] * amounts[2]])
}

/** How eyes adapt to another white, after Bradford. */
const bradford: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
]

function adaptWhite(primaries: Primaries): Matrix {
  const from = apply(bradford, xyzOf(primaries, 0))
  const to = apply(bradford, xyzOf(srgbPrimaries, 0))
  const scaled = mapRows(bradford, (row, index) => mapRow(row, (value) => (value * to[index]) / from[index]))
  return multiply(invert(bradford), scaled)
}

type Index = 0 | 1 | 2
const mapRow = ([a, b, c]: Row, change: (value: number) => number): Row => [change(a), change(b), change(c)]
const mapRows = ([a, b, c]: Matrix, change: (row: Row, index: Index) => Row): Matrix => [
  change(a, 0),
  change(b, 1),
  change(c, 2),
]
const dot = (a: Row, b: Row) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: Row, b: Row): Row => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
const apply = ([a, b, c]: Matrix, column: Row): Row => [dot(a, column), dot(b, column), dot(c, column)]
const transpose = ([a, b, c]: Matrix): Matrix => [
  [a[0], b[0], c[0]],
  [a[1], b[1], c[1]],
  [a[2], b[2], c[2]],
]
const multiply = (a: Matrix, b: Matrix): Matrix => transpose(mapRows(transpose(b), (column) => apply(a, column)))

function invert([a, b, c]: Matrix): Matrix {
  const determinant = dot(a, cross(b, c))
  return transpose(
    mapRows([cross(b, c), cross(c, a), cross(a, b)], (row) => mapRow(row, (value) => value / determinant)),
  )
}
