import type { Box, Tones } from '../drawing.ts'

/** The pixels of a picture at its place on the page, in pixels of the canvas. */
export type Sample = Box & {
  lightness: Uint8Array
  /** The darkness for each lightness, between 0 and 1. */
  darkness: Float32Array
  tones: Tones
  /** The distance between two dots, or the size of a grain. */
  cell: number
  /** The number of inks. */
  inks: number
}

/** The share of an ink for a darkness; both are between 0 and 1. */
export type Tone = (darkness: number) => number

const allTones: Tone = (darkness) => darkness
const darks: Tone = (darkness) => Math.max(0, darkness - 0.4) / 0.6
const midTones: Tone = (darkness) => Math.min(1, darkness * 1.2)

/** Of two inks, the first prints the darks, and the second the mid-tones. */
export const toneSplit = (inks: number) => (inks === 2 ? [darks, midTones] : [allTones])

export function readLightness({ data }: ImageData) {
  const lightness = new Uint8Array(data.length / 4)
  for (let pixel = 0, byte = 0; pixel < lightness.length; pixel += 1, byte += 4)
    lightness[pixel] =
      ((data[byte] as number) * 54 + (data[byte + 1] as number) * 183 + (data[byte + 2] as number) * 19) >> 8
  return lightness
}

/** The darkness for each lightness. It uses the whole range of an ink, because dots flatten a picture of few tones. */
export function stretchTones(lightness: Uint8Array) {
  const counts = new Uint32Array(256)
  for (let pixel = 0; pixel < lightness.length; pixel += 1) {
    const value = lightness[pixel] as number
    counts[value] = (counts[value] as number) + 1
  }
  const atShare = (share: number) => {
    let below = 0
    return counts.findIndex((count) => {
      below += count
      return below >= share * lightness.length
    })
  }
  // A picture of nearly one tone would be stretched too far.
  const darkest = Math.min(atShare(0.01), 150)
  const lightest = Math.max(atShare(0.99), 90, darkest + 60)
  return Float32Array.from(counts, (_count, value) =>
    Math.min(1, Math.max(0, (lightest - value) / (lightest - darkest))),
  )
}

/** A tone between 0 and 1 as the maker adjusts it, where 1 is light. Contrast is around the middle. */
export function adjusted(tone: number, { brightness = 0, contrast = 0 }: Tones) {
  return Math.min(1, Math.max(0, (tone - 0.5) * 4 ** (contrast / 100) + 0.5 + brightness / 200))
}

/** Changes each channel of the picture as the maker adjusts it. */
export function adjustPixels({ data }: ImageData, tones: Tones) {
  const table = Uint8Array.from({ length: 256 }, (_, value) => Math.round(adjusted(value / 255, tones) * 255))
  for (let byte = 0; byte < data.length; byte += 1) if (byte % 4 < 3) data[byte] = table[data[byte] as number] as number
}

/** The paper of a scan is the most frequent light tone. Its grain is up to this much darker. */
const grainOfPaper = 14

/** Makes the paper of a scan white: each channel is stretched so that the tone of the paper is the lightest. */
export function whitenPaper({ data }: ImageData) {
  for (const channel of [0, 1, 2]) {
    const counts = new Uint32Array(256)
    for (let byte = channel; byte < data.length; byte += 4)
      counts[data[byte] as number] = 1 + (counts[data[byte] as number] as number)
    const near = (value: number) =>
      counts.subarray(Math.max(0, value - 3), value + 4).reduce((sum, count) => sum + count, 0)
    let paper = 255
    for (let value = 254; value >= 110; value -= 1) if (near(value) > near(paper)) paper = value
    const scale = 255 / Math.max(1, paper - grainOfPaper)
    for (let byte = channel; byte < data.length; byte += 4) data[byte] = (data[byte] as number) * scale
  }
}
