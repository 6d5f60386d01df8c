import sharp from 'sharp'
import { asRefusal, type DecodedImage, imageOf, reading } from './image.ts'
import { inside, type Pixels, pixelsOf, printSize, type Size, scaleTo, shownSize } from './pixels.ts'
import { selfContainedSvg } from './svg.ts'

/** An SVG has no pixels of its own, whatever size it names: it is drawn as large as is needed of it. */
export async function decodeDrawing(bytes: Buffer, toPrint: boolean): Promise<DecodedImage> {
  try {
    const svg = selfContainedSvg(bytes)
    const drawing = { svg, named: await sizeOf(svg) }
    const began = process.cpuUsage()
    const shown = await draw(drawing, shownSize)
    const { user, system } = process.cpuUsage(began)
    const isSlow = user + system > slow
    const isPrintLarger = scaleTo(printSize, drawing.named) > scaleTo(shownSize, drawing.named)
    const largest = toPrint && isPrintLarger && !isSlow ? await draw(drawing, printSize) : shown
    const { width, height } = largest.info
    return await imageOf({ original: { width, height }, shown, largest }, toPrint)
  } catch (error) {
    throw asRefusal(error)
  }
}

/**
 * In microseconds of work. A drawing of many filters takes four times as long as large as paper wants it: one that takes
 * longer than this as it is shown is printed from that, rather than refused for the time it takes.
 */
const slow = 750_000

type Drawing = { svg: Buffer; named: Size }

async function draw({ svg, named }: Drawing, needed: Size): Promise<Pixels> {
  const size = scaled(named, needed)
  const sized = withSize(svg, named, size)
  // Where a style sheet says how large it is, that counts.
  const isSized = (await sizeOf(sized)).width === size.width
  const density = Math.min(Math.max((72 * size.width) / named.width, 1), 10_000)
  const drawn = isSized ? sharp(sized, reading) : sharp(svg, { ...reading, density })
  return pixelsOf(drawn.toColourspace('srgb').resize(inside(needed)))
}

/** What is measured is rounded to whole pixels; where pixels are named they need not be whole. */
async function sizeOf(svg: Buffer): Promise<Size> {
  const measured = await sharp(svg, { ...reading, limitInputPixels: false }).metadata()
  const root = rootOf(svg.toString())
  const inPixels = (side: 'width' | 'height') => {
    const named = Number(new RegExp(` ${side}="([0-9.]+)(px)?"`).exec(root)?.[1])
    return Math.abs(named - measured[side]) < 1 ? named : measured[side]
  }
  return { width: inPixels('width'), height: inPixels('height') }
}

function scaled(named: Size, needed: Size): Size {
  const scale = scaleTo(needed, named)
  return { width: wholePixels(named.width * scale), height: wholePixels(named.height * scale) }
}

const wholePixels = (length: number) => Math.max(1, Math.round(length))

/** The first tag of what `selfContainedSvg` wrote, without its end. There ">" is nothing else. */
const rootOf = (text: string) => text.slice(0, text.indexOf('>'))

/** The drawing, naming another size. What can be seen of it stays the same. */
function withSize(svg: Buffer, named: Size, { width, height }: Size) {
  const text = svg.toString()
  const root = rootOf(text)
  const view = root.includes(' viewBox="') ? '' : ` viewBox="0 0 ${named.width} ${named.height}"`
  const unsized = root.replaceAll(/ (width|height)="[^"]*"/g, '')
  return Buffer.from(`${unsized} width="${width}" height="${height}"${view}${text.slice(root.length)}`)
}
