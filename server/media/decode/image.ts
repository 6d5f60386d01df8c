import sharp, { type OutputInfo, type Sharp, type SharpOptions } from 'sharp'
import { imageWidths, keptWidth } from '#contract/media-address.ts'
import { longestSide, mostAnimatedPixels, mostFrames, mostPixels, type PixelsSize } from './decode-task.ts'
import { damagedImage, RefusedFile, tooManyPixels } from './refused-file.ts'

/** `variants` are WebP files of all widths. Without `print` if it is not wanted or the widest variant is exact. */
export type DecodedImage = {
  width: number
  height: number
  placeholder: string
  looks?: string | undefined
  variants: Buffer[]
  print?: Print
}

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

export async function decodeImage(bytes: Buffer, toPrint: boolean): Promise<DecodedImage> {
  try {
    const { pages = 1, format } = await sharp(bytes, reading).metadata()
    if (format === 'gif' && !endsAsGif(bytes)) throw new RefusedFile(damagedImage)
    return pages > 1
      ? await decodeAnimation(bytes, toPrint)
      : await decodeStill(sharp(bytes, reading), toPrint)
  } catch (error) {
    throw asRefusal(error)
  }
}

export const decodePixels = ({ bytes, size }: { bytes: Buffer; size: PixelsSize }, toPrint: boolean) =>
  decodeStill(sharp(bytes, { raw: { ...size, channels: 3 } }), toPrint)

/** The decoder accepts a truncated GIF as a shorter one. A little padding may follow the end. */
const endsAsGif = (bytes: Buffer) => bytes.subarray(-64).includes(Buffer.from([0x00, 0x3b]))

export async function decodeStill(picture: Sharp, toPrint: boolean): Promise<DecodedImage> {
  const { autoOrient: original } = await picture.metadata()
  const upright = picture.autoOrient().toColourspace('srgb')
  return imageOf({ original, ...(await eachSizeOnce(upright, original, toPrint)) }, toPrint)
}

type EachSize = { original: Size; shown: Pixels; largest: Pixels }

export async function imageOf({ original, shown, largest }: EachSize, toPrint: boolean) {
  const isLossless = hasFewColours(shown)
  const isExact = isLossless && scaleTo(shownSize, original) >= 1
  const whole = pictureOf(shown).webp(isLossless ? { lossless: true } : { quality: 75 })
  const variants = await eachWidthOnce(shown.info.width, (width) =>
    (width === shown.info.width
      ? whole
      : pictureOf(shown).resize(within(width)).webp({ quality: 75 })
    ).toBuffer(),
  )
  const placeholder = await placeholderOf(pictureOf(shown))
  const looks = await looksOf(pictureOf(shown))
  const image: DecodedImage = { ...original, placeholder, looks, variants }
  return toPrint && !isExact ? { ...image, print: await printOf(largest) } : image
}

/** Decodes once at the largest size needed: most pictures are larger in print, except very tall ones. */
async function eachSizeOnce(picture: Sharp, original: Size, toPrint: boolean) {
  const isPrintLarger = toPrint && Math.min(1, scaleTo(printSize, original)) > scaleTo(shownSize, original)
  if (!isPrintLarger) {
    const shown = await pixelsOf(picture.resize(inside(shownSize)))
    return { shown, largest: shown }
  }
  const largest = await pixelsOf(picture.resize(inside(printSize)))
  return { shown: await pixelsOf(pictureOf(largest).resize(inside(shownSize))), largest }
}

async function eachWidthOnce(original: number, make: (width: number) => Promise<Buffer>) {
  const widths = imageWidths.map((width) => keptWidth(width, original))
  const made = await Promise.all(
    [...new Set(widths)].map(async (width) => [width, await make(width)] as const),
  )
  const files = new Map(made)
  return widths.map((width) => files.get(width) as Buffer)
}

/** A picture of few inks at its own size: lossless is exact, a third as large, and no slower. */
function hasFewColours({ data, info: { channels } }: Pixels) {
  const colours = new Set<number>()
  for (let at = 0; at < data.length && colours.size <= fewColours; at += channels)
    colours.add(data.readUIntBE(at, channels))
  return colours.size <= fewColours
}

/** With more colours, noise takes far longer lossless than lossy. */
const fewColours = 16

async function decodeAnimation(bytes: Buffer, toPrint: boolean): Promise<DecodedImage> {
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
  const first = () => sharp(bytes, reading)
  return {
    ...{ width, height: pageHeight, variants, placeholder: await placeholderOf(first()) },
    looks: await looksOf(first()),
    ...(toPrint && { print: await printOfFrame(first()) }),
  }
}

const printOfFrame = async (frame: Sharp) =>
  printOf(await pixelsOf(frame.toColourspace('srgb').resize(inside(printSize))))

const animationTooLarge = `This animation is too large. All frames together can have ${mostAnimatedPixels / 1e6} million pixels. Make it shorter or smaller, or save it as a video.`

const within = (width: number) => inside({ ...shownSize, width })

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

/** A JPEG, because a PDF contains its bytes unchanged. */
type Print = { bytes: Buffer; width: number }

/** The print version, on white. Greyscale pictures stay greyscale, so that they are printed in black ink. */
export async function printOf(picture: Pixels): Promise<Print> {
  const onPaper = pictureOf(picture).flatten({ background: '#ffffff' }).resize(inside(printSize))
  const inked = isGrey(picture) ? onPaper.extractChannel(0) : onPaper
  const { data, info } = await inked.jpeg(sharpInColour).toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width }
}

/** Subsampling turns thin pink on blue into dull purple; full chroma costs as much as the last quality steps. */
const sharpInColour = { quality: 80, chromaSubsampling: '4:4:4' }

function isGrey({ data, info: { channels } }: Pixels) {
  if (channels < 3) return true
  for (let at = 0; at < data.length; at += channels)
    if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) return false
  return true
}

/** 128 bits: whether a grey is darker than its neighbour. A copy differs in a few. None for nearly one colour. */
async function looksOf(picture: Sharp) {
  const small = picture.flatten({ background: '#ffffff' }).greyscale().resize(72, 72, { fit: 'fill' })
  const raw = await small.raw().toBuffer()
  const bits = [...brighterNeighbours(raw, 8, 9), ...brighterNeighbours(raw, 9, 8)]
  const set = bits.filter(Boolean).length
  if (set < fewest || set > bits.length - fewest) return undefined
  return BigInt(`0b${bits.map(Number).join('')}`)
    .toString(16)
    .padStart(bits.length / 4, '0')
}

const fewest = 12
/** A smaller difference between two greys is not significant. */
const noticed = 2

function brighterNeighbours(greys: Buffer, rows: number, columns: number) {
  const grid = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => meanOf(greys, { row, rows, column, columns })),
  )
  const at = (row: number, column: number) => grid[row]?.[column] ?? 0
  const [down, along] = rows > columns ? [1, 0] : [0, 1]
  return Array.from({ length: 64 }, (_, bit) => {
    const [row, column] = [Math.floor(bit / 8), bit % 8]
    return at(row + down, column + along) > at(row, column) + noticed
  })
}

type Cell = { row: number; rows: number; column: number; columns: number }

function meanOf(greys: Buffer, { row, rows, column, columns }: Cell) {
  const [height, width] = [72 / rows, 72 / columns]
  let sum = 0
  for (let y = row * height; y < (row + 1) * height; y++)
    for (let x = column * width; x < (column + 1) * width; x++) sum += greys[y * 72 + x] ?? 0
  return sum / (height * width)
}

export type Pixels = { data: Buffer; info: OutputInfo }
export type Size = { width: number; height: number }

/** The bounds of the widest variant, and a sheet of A4 at 300 dots an inch. */
export const shownSize: Size = { width: imageWidths[2], height: longestSide }
export const printSize: Size = { width: 2480, height: 3508 }

export const pixelsOf = (picture: Sharp): Promise<Pixels> =>
  picture.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })

const pictureOf = ({ data, info: { width, height, channels } }: Pixels) =>
  sharp(data, { raw: { width, height, channels } })

export const inside = (size: Size) => ({ ...size, fit: 'inside', withoutEnlargement: true }) as const

export const scaleTo = (size: Size, { width, height }: Size) =>
  Math.min(size.width / width, size.height / height)
