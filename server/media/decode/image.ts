import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { imageWidths, keptWidth } from '#contract/media-address.ts'
import { longestSide, mostAnimatedPixels, mostFrames, mostPixels } from './decode-task.ts'
import { damagedImage, RefusedFile, tooManyPixels } from './refused-file.ts'

/** `variants` are WebP files of the widths in contract/media-address.ts; the size is the original's, upright. */
export type DecodedImage = { width: number; height: number; placeholder: string; variants: Buffer[] }

sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif', 'Svg'].map((name) => `VipsForeignLoad${name}`),
})

export const reading = {
  failOn: 'error',
  limitInputPixels: mostPixels,
  sequentialRead: true,
} satisfies SharpOptions

export async function decodeImage(bytes: Buffer): Promise<DecodedImage> {
  try {
    const { pages = 1, format } = await sharp(bytes, reading).metadata()
    if (format === 'gif' && !endsAsGif(bytes)) throw new RefusedFile(damagedImage)
    return pages > 1 ? await decodeAnimation(bytes) : await decodeStill(sharp(bytes, reading))
  } catch (error) {
    throw asRefusal(error)
  }
}

/** The decoder takes a GIF that was cut off for a shorter one. Its end may be followed by a little padding. */
const endsAsGif = (bytes: Buffer) => bytes.subarray(-64).includes(Buffer.from([0x00, 0x3b]))

/** From a whole picture in memory, such as a video's frame. */
export async function decodeStill(picture: Sharp): Promise<DecodedImage> {
  const { autoOrient } = await picture.metadata()
  const { data, info } = await picture
    .autoOrient()
    .toColourspace('srgb')
    .resize(within(imageWidths[2]))
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const base = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  const whole = base().webp(hasFewColours(data, info.channels) ? { lossless: true } : { quality: 75 })
  const variants = await eachWidthOnce(info.width, (width) =>
    (width === info.width ? whole : base().resize(within(width)).webp({ quality: 75 })).toBuffer(),
  )
  return { ...autoOrient, placeholder: await placeholderOf(base()), variants }
}

/** The file of each width for a picture so wide; widths that come to the same are made once. */
async function eachWidthOnce(original: number, make: (width: number) => Promise<Buffer>) {
  const widths = imageWidths.map((width) => keptWidth(width, original))
  const made = await Promise.all(
    [...new Set(widths)].map(async (width) => [width, await make(width)] as const),
  )
  const files = new Map(made)
  return widths.map((width) => files.get(width) as Buffer)
}

/** A print of a few inks, at its own size: without loss it is exact, and a third as large, for no more work. */
function hasFewColours(data: Buffer, channels: number) {
  const colours = new Set<number>()
  for (let at = 0; at < data.length && colours.size <= fewColours; at += channels)
    colours.add(data.readUIntBE(at, channels))
  return colours.size <= fewColours
}

/** Noise of more colours takes far longer without loss than with it. */
const fewColours = 16

async function decodeAnimation(bytes: Buffer): Promise<DecodedImage> {
  const {
    pages = 1,
    width,
    pageHeight = 1,
  } = await sharp(bytes, { ...reading, animated: true, limitInputPixels: false }).metadata()
  if (width * pageHeight > mostPixels) throw new RefusedFile(tooManyPixels(mostPixels))
  if (pages > mostFrames || pages * width * pageHeight > mostAnimatedPixels)
    throw new RefusedFile(animationTooLarge)
  const animation = () => sharp(bytes, { ...reading, animated: true, limitInputPixels: mostAnimatedPixels })
  const variants = []
  for (const to of imageWidths) {
    const resized = animation().resize(within(keptWidth(to, width)))
    variants.push(await resized.webp({ quality: 75, effort: 3 }).toBuffer())
  }
  return { width, height: pageHeight, placeholder: await placeholderOf(sharp(bytes, reading)), variants }
}

const animationTooLarge = `This animation is too large: all its frames together may have ${mostAnimatedPixels / 1e6} million pixels. Make it shorter or smaller, or save it as a video.`

const within = (width: number) =>
  ({ width, height: longestSide, fit: 'inside', withoutEnlargement: true }) as const

/** A data URL of a dozen pixels. */
async function placeholderOf(picture: Sharp) {
  const bytes = await picture.resize(12).webp({ quality: 40, alphaQuality: 40 }).toBuffer()
  return `data:image/webp;base64,${bytes.toString('base64')}`
}

export function asRefusal(error: unknown) {
  if (error instanceof RefusedFile) return error
  if (error instanceof Error && /exceeds pixel limit|too large/i.test(error.message)) {
    return new RefusedFile(tooManyPixels(mostPixels))
  }
  return new RefusedFile(damagedImage, { cause: error })
}
