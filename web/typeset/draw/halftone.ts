import { type Sample, type Tone, toneSplit } from './tones.ts'

/** The angles of the two inks’ screens, in radians. A difference of 30 degrees makes no moiré. */
const angles = [Math.PI / 4, Math.PI / 12]

const steps = 1024

/** Two crossed waves. Their sum is highest in the middle of a dot and lowest between dots. */
const wave = Float32Array.from({ length: steps }, (_, step) => Math.cos((step / steps) * 2 * Math.PI) / 2)

/** Prints a picture as dots: the darker the picture, the larger the dots. */
export const halftone = (sample: Sample) =>
  toneSplit(sample.inks).map((tone, ink) => setDots(sample, tone, angles[ink] as number))

function setDots(sample: Sample, tone: Tone, angle: number) {
  const { width, height, cell: distance, lightness, darkness } = sample
  const shares = new Uint8Array(width * height)
  const sharpness = edgeSharpness(distance)
  const limits = darkness.map((value) => limitFor(tone(value), sharpness))
  const stepX = (Math.cos(angle) * steps) / distance
  const stepY = (Math.sin(angle) * steps) / distance
  for (let y = sample.y, pixel = 0; y < sample.y + height; y += 1)
    for (let x = sample.x; x < sample.x + width; x += 1, pixel += 1) {
      const first = wave[(x * stepX + y * stepY) & (steps - 1)] as number
      const second = wave[(y * stepX - x * stepY) & (steps - 1)] as number
      const share = (first + second - (limits[lightness[pixel] as number] as number)) * sharpness + 0.5
      if (share > 0) shares[pixel] = Math.min(255, share * 255)
    }
  return shares
}

/** The edge of a dot is one pixel wide. Dots too small for the resolution blur into a tone, without moiré. */
const edgeSharpness = (distance: number) => (distance / Math.PI) * Math.min(1, Math.max(0.05, (distance - 1.5) / 2.5))

/** Heights of the sum of the waves at 16 × 16 places of a quarter of a dot, which is symmetric. */
const heights = Float32Array.from({ length: 256 }, (_, place) => {
  const waveAt = (index: number) => wave[(index + 0.5) * (steps / 32)] as number
  return waveAt(place % 16) + waveAt(Math.floor(place / 16))
})

/** The height from which ink is printed, so that this share of the paper is covered. */
function limitFor(share: number, sharpness: number) {
  let [low, high] = [-1 - 0.5 / sharpness, 1 + 0.5 / sharpness]
  for (let round = 0; round < 14; round += 1) {
    const limit = (low + high) / 2
    let covered = 0
    for (let place = 0; place < heights.length && covered <= share * heights.length; place += 1)
      covered += Math.min(1, Math.max(0, ((heights[place] as number) - limit) * sharpness + 0.5))
    if (covered > share * heights.length) low = limit
    else high = limit
  }
  return (low + high) / 2
}
