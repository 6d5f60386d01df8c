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

const sizeOf = (svg: Buffer) => sharp(svg, { ...reading, limitInputPixels: false }).metadata()

/** A very tall drawing is shown larger than it is printed. */
function scaled(named: Size, needed: Size): Size {
  const scale = Math.max(scaleTo(shownSize, named), scaleTo(needed, named))
  return { width: wholePixels(named.width * scale), height: wholePixels(named.height * scale) }
}

const wholePixels = (length: number) => Math.max(1, Math.round(length))

/** The drawing, as `selfContainedSvg` writes it, naming another size. A ">" is nothing but the end of a tag there. */
function withSize(svg: Buffer, named: Size, { width, height }: Size) {
  const text = svg.toString()
  const end = text.indexOf('>')
  const root = text.slice(0, end)
  const size = ` width="${width}" height="${height}"`
  const unsized = root.replaceAll(/ (width|height)="[^"]*"/g, '')
  return Buffer.from(unsized + size + fullView(root, named) + text.slice(end))
}

/** What can be seen of a drawing is as large as it is itself, where it does not say so. */
function fullView(root: string, named: Size) {
  if (root.includes(' viewBox="')) return ''
  const inPixels = (side: 'width' | 'height') =>
    new RegExp(` ${side}="([0-9.]+)(px)?"`).exec(root)?.[1] ?? named[side]
  return ` viewBox="0 0 ${inPixels('width')} ${inPixels('height')}"`
}
