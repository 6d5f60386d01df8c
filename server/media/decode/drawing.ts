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

/** An SVG has no pixels of its own, whatever size it names: it is drawn as large as is needed of it. */
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

/** In microseconds. A drawing that takes longer as it is shown is printed from that, and not drawn four times as large. */
const slow = 750_000

type Drawing = { svg: Buffer; named: Size }

/** In a drawing of the size that is wanted, so that its own may be of any unit, and in a style sheet. */
async function draw({ svg, named }: Drawing, needed: Size): Promise<Pixels> {
  const scale = scaleTo(needed, named)
  const length = (side: 'width' | 'height') => Math.max(1, Math.round(named[side] * scale)) / pixelsOfNumber
  const around = `<svg xmlns="http://www.w3.org/2000/svg" width="${length('width')}" height="${length('height')}" viewBox="0 0 ${named.width} ${named.height}">`
  const sized = Buffer.from(`${around}${withoutPlace(svg.toString())}</svg>`)
  return pixelsOf(sharp(sized, asOnScreens).toColourspace('srgb').resize(inside(needed)))
}

/** As in browsers, an inch has 96 pixels; a pixel that is named is one, so a number is drawn a third larger. */
const asOnScreens = { ...reading, density: 96 }
const pixelsOfNumber = 96 / 72

/** What is measured is rounded to whole pixels; where pixels are named they need not be whole. */
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

/** The first tag of what `selfContainedSvg` wrote, without its end. There ">" is nothing else. */
const rootOf = (text: string) => text.slice(0, text.indexOf('>'))

/** A place counts for a drawing in another alone. */
function withoutPlace(text: string) {
  const root = rootOf(text)
  return root.replaceAll(/ [xy]="[^"]*"/g, '') + text.slice(root.length)
}
