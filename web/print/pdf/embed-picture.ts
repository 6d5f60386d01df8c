import { type PDFDocument, PDFName, type PDFRef, PDFStream } from '@cantoo/pdf-lib'
import type { PaperColour } from '#contract/page-recipe.ts'
import { whitening } from '#web/typeset/paper-colours.ts'
import type { Size } from '../imposition/layouts.ts'

/** A PDF contains JPEGs unchanged and other pictures as deflated pixels. */
export type Picture = { kind: 'jpeg'; bytes: Bytes } | ({ kind: 'pixels'; deflated: Bytes; isGrey?: boolean } & Size)
type Bytes = Uint8Array<ArrayBuffer>
export type Embedded = Size & { ref: PDFRef }

export async function embedPicture(
  document: PDFDocument,
  picture: Picture,
  removedPaper?: PaperColour | null,
): Promise<Embedded> {
  const embedded = await embedPixels(document, picture)
  if (removedPaper) removePaper(document.context.lookup(embedded.ref, PDFStream), removedPaper, picture.kind)
  return embedded
}

/** The darkest paper: compression changes pixels slightly, and readers of the PDF round down. */
const darkestPaper = { jpeg: 251 / 255, pixels: 254.9 / 255 }

/** Inks are multiplied with their paper, so readers of the PDF divide by it. They clip what is brighter than white. */
function removePaper({ dict }: PDFStream, paper: PaperColour, kind: Picture['kind']) {
  const white = darkestPaper[kind]
  const brightest = whitening(paper).flatMap((factor) => [0, factor / white])
  dict.set(PDFName.of('Decode'), dict.context.obj(brightest))
}

async function embedPixels(document: PDFDocument, picture: Picture): Promise<Embedded> {
  if (picture.kind === 'jpeg') {
    const image = await document.embedJpg(picture.bytes)
    await image.embed()
    return image
  }
  const { width, height, deflated, isGrey } = picture
  const stream = document.context.stream(deflated, {
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    ColorSpace: isGrey ? 'DeviceGray' : 'DeviceRGB',
    BitsPerComponent: 8,
    Filter: 'FlateDecode',
  })
  return { width, height, ref: document.context.register(stream) }
}

export const readPicture = async (bytes: Bytes): Promise<Picture> =>
  bytes[0] === 0xff && bytes[1] === 0xd8 ? { kind: 'jpeg', bytes } : toEmbeddable(bytes)

/** Lossless pictures stay lossless, because JPEG would blur line art. */
async function toEmbeddable(bytes: Bytes): Promise<Picture> {
  const picture = await createImageBitmap(new Blob([bytes]))
  const { width, height } = picture
  const canvas = new OffscreenCanvas(width, height)
  const context = drawOnWhite(canvas, picture)
  picture.close()
  if (isPng(bytes) || isLossless(bytes))
    return {
      kind: 'pixels',
      width,
      height,
      deflated: await deflatePixels(context.getImageData(0, 0, width, height)),
    }
  const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 })
  return { kind: 'jpeg', bytes: new Uint8Array(await jpeg.arrayBuffer()) }
}

function drawOnWhite(canvas: OffscreenCanvas, picture: ImageBitmap) {
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('This browser can’t process images')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, picture.width, picture.height)
  context.drawImage(picture, 0, 0)
  return context
}

async function deflatePixels({ data, width, height }: ImageData) {
  const colours = new Uint8Array(width * height * 3)
  for (let from = 0, to = 0; from < data.length; from += 4) {
    colours[to++] = data[from] ?? 0
    colours[to++] = data[from + 1] ?? 0
    colours[to++] = data[from + 2] ?? 0
  }
  return deflate(colours)
}

/** Uses the browser's deflate, because the library's takes a quarter of a second per page. */
export async function deflate(bytes: Bytes): Promise<Bytes> {
  const deflated = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(deflated).arrayBuffer())
}

const isPng = (bytes: Uint8Array) => bytes[0] === 0x89

/** WebP consists of chunks, each with a four-character name and a length. `VP8L` is lossless. */
function isLossless(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = String.fromCharCode(...bytes.subarray(at, at + 4))
    if (name === 'VP8L') return true
    const length = view.getUint32(at + 4, true)
    at += 8 + length + (length % 2)
  }
  return false
}
