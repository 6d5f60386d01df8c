import type { PictureTreatment } from '#contract/page-recipe.ts'
import { type Box, type Drawing, inkValues } from '../drawing.ts'
import { drawFilling, openPen, type Pen } from './pen.ts'

type Halftone = {
  box: Box
  treatment: Exclude<PictureTreatment, 'unchanged'>
  drawing: Drawing
}

/** A picture in one ink. `tone` returns the share of ink for a darkness; both are between 0 and 1. */
type Plate = { colour: string; angle: number; tone: (darkness: number) => number }

/** The distance between two dots, as a fraction of the longer side. */
const distances = { fine: 0.0036, coarse: 0.0085 }

/** The angles of the two inks’ screens, in radians. A difference of 30 degrees makes no moiré. */
const angles = [Math.PI / 4, Math.PI / 12]

const allTones = (darkness: number) => darkness
const darks = (darkness: number) => Math.max(0, darkness - 0.4) / 0.6
const midTones = (darkness: number) => Math.min(1, darkness * 1.2)

/** Prints a picture as dots: the darker the picture, the larger the dots. */
export function drawHalftone(pens: Pen[], picture: ImageBitmap, { box, treatment, drawing }: Halftone) {
  const [pen] = pens
  if (!pen) return
  const { a: scale } = pen.getTransform()
  const target = toDevice(box, scale)
  const distance = distances[treatment] * Math.max(drawing.width, drawing.height) * scale
  // The first ink prints the darks, and the second the mid-tones.
  const tones = pens.length === 2 ? [darks, midTones] : [allTones]
  const plates = tones.map((tone, ink) => ({
    colour: inkValues[drawing.inks[ink] ?? 'black'],
    angle: angles[ink] ?? 0,
    tone,
  }))
  const prints = printOnce(picture, { target, distance, plates })
  for (const [ink, layer] of pens.entries()) {
    const { e: shiftX, f: shiftY } = layer.getTransform()
    layer.save()
    layer.resetTransform()
    layer.drawImage(prints[ink] as OffscreenCanvas, target.x + shiftX, target.y + shiftY)
    layer.restore()
  }
}

/** The same box in whole pixels of the canvas. */
function toDevice({ x, y, width, height }: Box, scale: number): Box {
  const [left, top] = [Math.round(x * scale), Math.round(y * scale)]
  const [right, bottom] = [Math.round((x + width) * scale), Math.round((y + height) * scale)]
  return { x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) }
}

type Job = { target: Box; distance: number; plates: Plate[] }

/** The preview draws the same picture again with each letter that the maker types. */
const lastPrints = new WeakMap<ImageBitmap, { key: string; prints: OffscreenCanvas[] }>()

function printOnce(picture: ImageBitmap, job: Job) {
  const key = JSON.stringify(job)
  const last = lastPrints.get(picture)
  if (last?.key === key) return last.prints
  const prints = print(picture, job)
  lastPrints.set(picture, { key, prints })
  return prints
}

function print(picture: ImageBitmap, { target, distance, plates }: Job) {
  const { width, height } = target
  const pen = openPen(new OffscreenCanvas(width, height))
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, width, height)
  drawFilling(pen, picture, { x: 0, y: 0, width, height })
  const lightness = readLightness(pen.getImageData(0, 0, width, height))
  const darkness = stretchTones(lightness)
  return plates.map((plate) => {
    const dots = new ImageData(width, height)
    setDots(dots, lightness, { target, distance, plate, darkness })
    const print = openPen(new OffscreenCanvas(width, height), false)
    print.putImageData(dots, 0, 0)
    return print.canvas as OffscreenCanvas
  })
}

function readLightness({ data }: ImageData) {
  const lightness = new Uint8Array(data.length / 4)
  for (let pixel = 0, byte = 0; pixel < lightness.length; pixel += 1, byte += 4)
    lightness[pixel] =
      ((data[byte] as number) * 54 + (data[byte + 1] as number) * 183 + (data[byte + 2] as number) * 19) >> 8
  return lightness
}

/** The darkness for each lightness. It uses the whole range of an ink, because dots flatten a picture of few tones. */
function stretchTones(lightness: Uint8Array) {
  const counts = new Uint32Array(256)
  for (const value of lightness) counts[value] = (counts[value] as number) + 1
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

const steps = 1024

/** Two crossed waves. Their sum is highest in the middle of a dot and lowest between dots. */
const wave = Float32Array.from({ length: steps }, (_, step) => Math.cos((step / steps) * 2 * Math.PI) / 2)

type Screen = { target: Box; distance: number; plate: Plate; darkness: Float32Array }

function setDots(
  { data, width, height }: ImageData,
  lightness: Uint8Array,
  { target, distance, plate, darkness }: Screen,
) {
  const pixels = new Uint32Array(data.buffer)
  const colour = colourOf(plate.colour)
  const sharpness = edgeSharpness(distance)
  const limits = darkness.map((value) => limitFor(plate.tone(value), sharpness))
  const stepX = (Math.cos(plate.angle) * steps) / distance
  const stepY = (Math.sin(plate.angle) * steps) / distance
  for (let y = target.y, pixel = 0; y < target.y + height; y += 1)
    for (let x = target.x; x < target.x + width; x += 1, pixel += 1) {
      const first = wave[(x * stepX + y * stepY) & (steps - 1)] as number
      const second = wave[(y * stepX - x * stepY) & (steps - 1)] as number
      const share = (first + second - (limits[lightness[pixel] as number] as number)) * sharpness + 0.5
      if (share > 0) pixels[pixel] = colour | (Math.min(255, share * 255) << 24)
    }
}

/** The colour as one number, in the byte order of an ImageData and without opacity. */
const colourOf = (hex: string) => Number.parseInt(hex.slice(5, 7) + hex.slice(3, 5) + hex.slice(1, 3), 16)

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
    for (const height of heights) covered += Math.min(1, Math.max(0, (height - limit) * sharpness + 0.5))
    if (covered > share * heights.length) low = limit
    else high = limit
  }
  return (low + high) / 2
}
