import sharp from 'sharp'
import { imageWidths } from '#contract/media-address.ts'
import { longestSide, mostPixels } from './decode-task.ts'
import { asRefusal, type DecodedImage, decodeStill, reading } from './image.ts'
import { selfContainedSvg } from './svg.ts'

/** An SVG has no pixels of its own: it is drawn as wide as the widest variant. */
export async function decodeDrawing(bytes: Buffer): Promise<DecodedImage> {
  try {
    const svg = selfContainedSvg(bytes)
    const { width, height } = await sharp(svg, reading).metadata()
    const scale = Math.min(
      imageWidths[2] / width,
      longestSide / height,
      Math.sqrt(mostPixels / (width * height)),
    )
    const density = Math.min(Math.max(72 * scale, 1), 10_000)
    return await decodeStill(sharp(svg, { ...reading, density }))
  } catch (error) {
    throw asRefusal(error)
  }
}
