import sharp from 'sharp'
import { asRefusal, type DecodedImage, decodeStill, reading } from './image.ts'
import { printSize, type Size, scaleTo, shownSize } from './pixels.ts'
import { selfContainedSvg } from './svg.ts'

/** An SVG has no pixels of its own, whatever size it names: it is drawn as large as is needed of it. */
export async function decodeDrawing(bytes: Buffer, toPrint: boolean): Promise<DecodedImage> {
  try {
    const svg = selfContainedSvg(bytes)
    const named = await sizeOf(svg)
    const size = scaled(named, toPrint ? printSize : shownSize)
    const sized = withSize(svg, named, size)
    // Where a style sheet says how large it is, that counts.
    if ((await sizeOf(sized)).width === size.width) return await decodeStill(sharp(sized, reading), toPrint)
    const density = Math.min(Math.max((72 * size.width) / named.width, 1), 10_000)
    return await decodeStill(sharp(svg, { ...reading, density }), toPrint)
  } catch (error) {
    throw asRefusal(error)
  }
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

/** A very tall drawing is shown larger than it is printed. */
function scaled(named: Size, needed: Size): Size {
  const scale = Math.max(scaleTo(shownSize, named), scaleTo(needed, named))
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
