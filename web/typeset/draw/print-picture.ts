import { type Box, type Drawing, inkValues, type PictureMark } from '../drawing.ts'
import { dither, lines, photocopy } from './bitmaps.ts'
import { halftone } from './halftone.ts'
import { drawFilling, openPen, type Pen } from './pen.ts'
import { adjusted, adjustPixels, readLightness, type Sample, stretchTones, toneSplit, whitenPaper } from './tones.ts'

/** The distance between two dots, or the size of a grain, as a fraction of the longer side. */
const cells: Record<PictureMark['treatment'], number> = {
  unchanged: 0,
  fine: 0.0036,
  coarse: 0.0085,
  photocopy: 0.0016,
  lines: 0.0014,
  dither: 0.0024,
  continuous: 0,
}

export type Print = { box: Box; mark: PictureMark; drawing: Pick<Drawing, 'width' | 'height' | 'inks'> }

/** Prints a picture on the layers of its inks, or of its own colours. */
export function printPicture(pens: Pen[], picture: ImageBitmap, { box, mark, drawing }: Print) {
  const [pen] = pens
  if (!pen) return
  const { crop, tones, treatment } = mark
  const { a: scale } = pen.getTransform()
  const target = toDevice(box, scale)
  const cell = cells[treatment] * Math.max(drawing.width, drawing.height) * scale
  const colours = drawing.inks.map((ink) => inkValues[ink])
  // Both halves of a picture over two pages have the same dots.
  const screen = box.x < -drawing.width / 2 ? { ...box, x: box.x + drawing.width } : box
  const { x: screenX } = toDevice(screen, scale)
  const prints = printOnce(picture, { target: { ...target, x: screenX }, crop, tones, treatment, cell, colours })
  for (const [index, print] of prints.entries()) {
    const layer = pens[index] as Pen
    const { e: shiftX, f: shiftY } = layer.getTransform()
    const { x, y, width, height } = target
    const { size } = sampling(treatment, target, cell)
    layer.save()
    layer.resetTransform()
    // Scattered dots are squares of several pixels, except in a small preview.
    layer.imageSmoothingEnabled = cell < 3
    layer.drawImage(print, 0, 0, size.width, size.height, x + shiftX, y + shiftY, width, height)
    layer.restore()
  }
}

/** The same box in whole pixels of the canvas. */
function toDevice({ x, y, width, height }: Box, scale: number): Box {
  const [left, top] = [Math.round(x * scale), Math.round(y * scale)]
  const [right, bottom] = [Math.round((x + width) * scale), Math.round((y + height) * scale)]
  return { x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) }
}

type Job = Pick<PictureMark, 'crop' | 'tones' | 'treatment'> & { target: Box; cell: number; colours: string[] }

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

/** The size at which a picture is sampled. Scattered dots are a pixel each, so that a preview has the same dots. */
function sampling(treatment: PictureMark['treatment'], { width, height }: Box, cell: number) {
  const size = treatment === 'dither' ? { width: width / cell, height: height / cell } : { width, height }
  return { size, whole: { width: Math.ceil(size.width), height: Math.ceil(size.height) } }
}

const printers: Record<Exclude<PictureMark['treatment'], 'unchanged'>, (sample: Sample) => Uint8Array[]> = {
  fine: halftone,
  coarse: halftone,
  photocopy,
  lines,
  dither,
  continuous: ({ lightness, darkness, inks }) =>
    toneSplit(inks).map((tone) => {
      const shares = darkness.map((value) => tone(value) * 255)
      return Uint8Array.from(lightness, (value) => shares[value] as number)
    }),
}

function print(picture: ImageBitmap, { target, crop, tones = {}, treatment, cell, colours }: Job) {
  const { size, whole } = sampling(treatment, target, cell)
  const pen = openPen(new OffscreenCanvas(whole.width, whole.height))
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, whole.width, whole.height)
  drawFilling(pen, picture, { x: 0, y: 0, ...size }, crop)
  const image = pen.getImageData(0, 0, whole.width, whole.height)
  if (tones.whitensPaper) whitenPaper(image)
  if (treatment === 'unchanged') {
    adjustPixels(image, tones)
    return [toCanvas(image)]
  }
  const lightness = readLightness(image)
  const darkness = stretchTones(lightness).map((value) => 1 - adjusted(1 - value, tones))
  const sample = { ...target, ...whole, lightness, darkness, tones, cell, inks: colours.length }
  return printers[treatment](sample).map((shares, ink) => {
    const { data } = image
    const pixels = new Uint32Array(data.buffer)
    const colour = colourOf(colours[ink] ?? inkValues.black)
    for (let pixel = 0; pixel < pixels.length; pixel += 1) pixels[pixel] = colour | ((shares[pixel] as number) << 24)
    return toCanvas(image)
  })
}

function toCanvas(image: ImageData) {
  const pen = openPen(new OffscreenCanvas(image.width, image.height), false)
  pen.putImageData(image, 0, 0)
  return pen.canvas as OffscreenCanvas
}

/** The colour as one number, in the byte order of an ImageData and without opacity. */
const colourOf = (hex: string) => Number.parseInt(hex.slice(5, 7) + hex.slice(3, 5) + hex.slice(1, 3), 16)
