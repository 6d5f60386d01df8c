import { msg } from '@lingui/core/runtime-macro'
import sharp, { type OutputInfo, type Sharp, type SharpOptions } from 'sharp'
import { imageWidths, storedWidth } from '#contract/media-address.ts'
import { avifColours } from './avif.ts'
import { type Colours, toSrgbPixels } from './colours.ts'
import { maxAnimatedPixels, maxFrames, maxPixels, maxSide, type PixelsSize } from './decode-task.ts'
import { animatedMessage, damagedImageMessage, RejectedFileError, tooManyPixelsMessage } from './file-errors.ts'
import { isCompleteGif } from './gif.ts'
import { isAnimatedPng, pngColours, readPngChunks } from './png.ts'
import { assertSinglePicture } from './tiff.ts'

/** `variants` are WebP files of all widths. Without `print` if it is not wanted or the widest variant is exact. */
export type DecodedImage = {
  width: number
  height: number
  placeholder: string
  perceptualHash?: string | undefined
  variants: Buffer[]
  print?: Print
}

sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif', 'Svg', 'Tiff'].map((name) => `VipsForeignLoad${name}`),
})

export const sharpOptions = {
  failOn: 'error',
  limitInputPixels: maxPixels,
  sequentialRead: true,
} satisfies SharpOptions

export async function decodeImage(bytes: Buffer, needsPrint: boolean): Promise<DecodedImage> {
  try {
    const metadata = await sharp(bytes, sharpOptions).metadata()
    const { pages = 1, format } = metadata
    if (format === 'tiff') assertSinglePicture(metadata)
    if (format === 'gif' && !isCompleteGif(bytes)) throw new RejectedFileError(damagedImageMessage)
    if (pages > 1) return await decodeAnimation(bytes, needsPrint)
    const colours = format === 'png' ? readPngColours(bytes) : format === 'heif' ? avifColours(bytes) : undefined
    const picture = sharp(bytes, { ...sharpOptions, ignoreIcc: colours !== undefined })
    return await decodeStill(picture, needsPrint, colours)
  } catch (error) {
    throw toRejectedFileError(error)
  }
}

function readPngColours(bytes: Buffer) {
  const chunks = readPngChunks(bytes)
  if (isAnimatedPng(chunks)) throw new RejectedFileError(animatedMessage('PNG'))
  return pngColours(chunks)
}

export const decodePixels = ({ bytes, size }: { bytes: Buffer; size: PixelsSize }, needsPrint: boolean) =>
  decodeStill(sharp(bytes, { raw: { ...size, channels: 3 } }), needsPrint)

/** `colours` are those of the picture where the decoder does not convert them. */
export async function decodeStill(picture: Sharp, needsPrint: boolean, colours?: Colours): Promise<DecodedImage> {
  const { autoOrient: original } = await picture.metadata()
  const read = colours
    ? (size: Size) => readConverted(picture.autoOrient().toColourspace('rgb16').resize(fitInside(size)), colours)
    : (size: Size) => readPixels(picture.autoOrient().toColourspace('srgb').resize(fitInside(size)))
  return buildImage({ original, ...(await renderSizes(read, original, needsPrint)) }, needsPrint)
}

type RenderedSizes = { original: Size; display: Pixels; largest: Pixels }

export async function buildImage({ original, display, largest }: RenderedSizes, needsPrint: boolean) {
  const isLossless = hasFewColours(display)
  const isExact = isLossless && scaleTo(displaySize, original) >= 1
  const fullWidth = toSharp(display).webp(isLossless ? { lossless: true } : { quality: 75 })
  const variants = await encodeWidths(display.info.width, (width) =>
    (width === display.info.width
      ? fullWidth
      : toSharp(display).resize(fitWidth(width)).webp({ quality: 75 })
    ).toBuffer(),
  )
  const placeholder = await renderPlaceholder(toSharp(display))
  const perceptualHash = await computePerceptualHash(toSharp(display))
  const image: DecodedImage = { ...original, placeholder, perceptualHash, variants }
  return needsPrint && !isExact ? { ...image, print: await renderPrint(largest) } : image
}

/** Decodes once at the largest size needed: most pictures are larger in print, except very tall ones. */
async function renderSizes(read: (size: Size) => Promise<Pixels>, original: Size, needsPrint: boolean) {
  const printSize = printSizeOf(original)
  const isPrintLarger = needsPrint && Math.min(1, scaleTo(printSize, original)) > scaleTo(displaySize, original)
  if (!isPrintLarger) {
    const display = await read(displaySize)
    return { display, largest: display }
  }
  const largest = await read(printSize)
  return { display: await readPixels(toSharp(largest).resize(fitInside(displaySize))), largest }
}

async function encodeWidths(original: number, encode: (width: number) => Promise<Buffer>) {
  const widths = imageWidths.map((width) => storedWidth(width, original))
  const encoded = await Promise.all([...new Set(widths)].map(async (width) => [width, await encode(width)] as const))
  const files = new Map(encoded)
  return widths.map((width) => files.get(width) as Buffer)
}

/** A picture of few inks at its own size: lossless is exact, a third as large, and no slower. */
function hasFewColours({ data, info: { channels } }: Pixels) {
  const colours = new Set<number>()
  for (let at = 0; at < data.length && colours.size <= maxLosslessColours; at += channels)
    colours.add(data.readUIntBE(at, channels))
  return colours.size <= maxLosslessColours
}

/** With more colours, noise takes far longer lossless than lossy. */
const maxLosslessColours = 16

async function decodeAnimation(bytes: Buffer, needsPrint: boolean): Promise<DecodedImage> {
  const {
    pages = 1,
    width,
    pageHeight = 1,
  } = await sharp(bytes, { ...sharpOptions, animated: true, limitInputPixels: false }).metadata()
  if (width * pageHeight > maxPixels) throw new RejectedFileError(tooManyPixelsMessage(maxPixels))
  if (pages > maxFrames || pages * width * pageHeight > maxAnimatedPixels)
    throw new RejectedFileError(animationTooLargeMessage)
  const animation = () => sharp(bytes, { ...sharpOptions, animated: true, limitInputPixels: maxAnimatedPixels })
  const variants = []
  for (const targetWidth of imageWidths) {
    const resized = animation().resize(fitWidth(storedWidth(targetWidth, width)))
    variants.push(await resized.webp({ quality: 75, effort: 3 }).toBuffer())
  }
  const firstFrame = () => sharp(bytes, sharpOptions)
  return {
    width,
    height: pageHeight,
    variants,
    placeholder: await renderPlaceholder(firstFrame()),
    perceptualHash: await computePerceptualHash(firstFrame()),
    ...(needsPrint && { print: await renderFramePrint(firstFrame(), { width, height: pageHeight }) }),
  }
}

const renderFramePrint = async (frame: Sharp, size: Size) =>
  renderPrint(await readPixels(frame.toColourspace('srgb').resize(fitInside(printSizeOf(size)))))

const animationTooLargeMessage = msg`This animation is too large. All frames together can have ${{ millions: maxAnimatedPixels / 1e6 }} million pixels. Make it shorter or smaller, or save it as a video.`

const fitWidth = (width: number) => fitInside({ ...displaySize, width })

async function renderPlaceholder(picture: Sharp) {
  const bytes = await picture.resize(12).webp({ quality: 40, alphaQuality: 40 }).toBuffer()
  return `data:image/webp;base64,${bytes.toString('base64')}`
}

export function toRejectedFileError(error: unknown) {
  if (error instanceof RejectedFileError) return error
  if (error instanceof Error && /exceeds pixel limit|too large/i.test(error.message)) {
    return new RejectedFileError(tooManyPixelsMessage(maxPixels))
  }
  return new RejectedFileError(damagedImageMessage, { cause: error })
}

/** A JPEG, because a PDF contains its bytes unchanged. */
type Print = { bytes: Buffer; width: number }

/** The print version, on white. Greyscale pictures stay greyscale, so that they are printed in black ink. */
export async function renderPrint(picture: Pixels): Promise<Print> {
  const onWhite = toSharp(picture)
    .flatten({ background: '#ffffff' })
    .resize(fitInside(printSizeOf(picture.info)))
  const output = isGrey(picture) ? onWhite.extractChannel(0) : onWhite
  const { data, info } = await output.jpeg(jpegOptions).toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width }
}

/** Subsampling turns thin pink on blue into dull purple; full chroma costs as much as the last quality steps. */
const jpegOptions = { quality: 80, chromaSubsampling: '4:4:4' }

function isGrey({ data, info: { channels } }: Pixels) {
  if (channels < 3) return true
  for (let at = 0; at < data.length; at += channels)
    if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) return false
  return true
}

/** 128 bits: whether a grey is darker than its neighbour. A copy differs in a few. None for nearly one colour. */
async function computePerceptualHash(picture: Sharp) {
  const small = picture.flatten({ background: '#ffffff' }).greyscale().resize(72, 72, { fit: 'fill' })
  const raw = await small.raw().toBuffer()
  const bits = [...brighterNeighbours(raw, 8, 9), ...brighterNeighbours(raw, 9, 8)]
  const set = bits.filter(Boolean).length
  if (set < minSetBits || set > bits.length - minSetBits) return undefined
  return BigInt(`0b${bits.map(Number).join('')}`)
    .toString(16)
    .padStart(bits.length / 4, '0')
}

const minSetBits = 12
/** A smaller difference between two greys is not significant. */
const minDifference = 2

function brighterNeighbours(greys: Buffer, rows: number, columns: number) {
  const grid = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => meanOf(greys, { row, rows, column, columns })),
  )
  const greyAt = (row: number, column: number) => grid[row]?.[column] ?? 0
  const [rowStep, columnStep] = rows > columns ? [1, 0] : [0, 1]
  return Array.from({ length: 64 }, (_, bit) => {
    const [row, column] = [Math.floor(bit / 8), bit % 8]
    return greyAt(row + rowStep, column + columnStep) > greyAt(row, column) + minDifference
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

/** The bounds of the widest variant. */
export const displaySize: Size = { width: imageWidths[2], height: maxSide }

/** The bounds of a print picture: A4 at 300 dots an inch, upright or across. */
export const printSizeOf = ({ width, height }: Size): Size =>
  width > height ? { width: 3508, height: 2480 } : { width: 2480, height: 3508 }

export const readPixels = (picture: Sharp): Promise<Pixels> =>
  picture.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })

async function readConverted(picture: Sharp, colours: Colours): Promise<Pixels> {
  const { data, info } = await picture.raw({ depth: 'ushort' }).toBuffer({ resolveWithObject: true })
  const pixels = new Uint16Array(data.buffer, data.byteOffset, data.length / 2)
  return { data: toSrgbPixels(pixels, info.channels, colours), info }
}

const toSharp = ({ data, info: { width, height, channels } }: Pixels) =>
  sharp(data, { raw: { width, height, channels } })

export const fitInside = (size: Size) => ({ ...size, fit: 'inside', withoutEnlargement: true }) as const

export const scaleTo = (size: Size, { width, height }: Size) => Math.min(size.width / width, size.height / height)
