import sharp from 'sharp'
import {
  asRefusal,
  type DecodedImage,
  imageOf,
  inside,
  type Pixels,
  pixelsOf,
  printSize,
  reading,
  type Size,
  scaleTo,
  shownSize,
} from './image.ts'
import { selfContainedSvg } from './svg.ts'

/** An SVG has no pixels of its own, whatever size it states, so it is rendered at the size needed. */
export async function decodeDrawing(bytes: Buffer, toPrint: boolean, mostWork = slow): Promise<DecodedImage> {
  try {
    const { shown, largest } = await drawEachSize(bytes, toPrint, mostWork)
    const { width, height } = largest.info
    return await imageOf({ original: { width, height }, shown, largest }, toPrint)
  } catch (error) {
    throw asRefusal(error)
  }
}

export async function drawEachSize(bytes: Buffer, toPrint: boolean, mostWork: number) {
  const svg = selfContainedSvg(bytes)
  const drawing = { svg, named: await sizeOf(svg) }
  const began = process.cpuUsage()
  const shown = await draw(drawing, shownSize)
  const { user, system } = process.cpuUsage(began)
  const isSlow = user + system > mostWork
  const isPrintLarger = scaleTo(printSize, drawing.named) > scaleTo(shownSize, drawing.named)
  const largest = toPrint && isPrintLarger && !isSlow ? await draw(drawing, printSize) : shown
  return { shown, largest }
}

/** In microseconds of CPU time. Slower drawings are printed from the web size instead of four times as large. */
const slow = 750_000

type Drawing = { svg: Buffer; named: Size }

/** Wraps the drawing in one of the required size, so that its own size may have any unit or be in a style sheet. */
async function draw({ svg, named }: Drawing, needed: Size): Promise<Pixels> {
  const scale = scaleTo(needed, named)
  const length = (side: 'width' | 'height') => Math.max(1, Math.round(named[side] * scale)) / pixelsOfNumber
  const around = `<svg xmlns="http://www.w3.org/2000/svg" width="${length('width')}" height="${length('height')}" viewBox="0 0 ${named.width} ${named.height}">`
  const sized = Buffer.from(`${around}${withoutPlace(svg.toString())}</svg>`)
  return pixelsOf(sharp(sized, asOnScreens).toColourspace('srgb').resize(inside(needed)))
}

/** An inch has 96 pixels, as in browsers. `px` is one pixel, but a number without unit is rendered a third larger. */
const asOnScreens = { ...reading, density: 96 }
const pixelsOfNumber = 96 / 72

/** Measured sizes are rounded to whole pixels; sizes in pixels need not be whole. */
async function sizeOf(svg: Buffer): Promise<Size> {
  const measured = await sharp(svg, { ...asOnScreens, limitInputPixels: false }).metadata()
  const root = rootOf(svg.toString())
  const inPixels = (side: 'width' | 'height') => {
    const length = measured[side] / pixelsOfNumber
    const named = Number(new RegExp(` ${side}="([0-9.]+)(px)?"`).exec(root)?.[1])
    return Math.abs(named - length) < 1 ? named : length
  }
  return { width: inPixels('width'), height: inPixels('height') }
}

/** The first tag of what `selfContainedSvg` wrote, without its end. It contains no other ">". */
const rootOf = (text: string) => text.slice(0, text.indexOf('>'))

/** x and y matter only inside another drawing. */
function withoutPlace(text: string) {
  const root = rootOf(text)
  return root.replaceAll(/ [xy]="[^"]*"/g, '') + text.slice(root.length)
}
